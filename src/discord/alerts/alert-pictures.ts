import type { RawFile, RESTPostAPIChannelMessageJSONBody } from 'discord.js';
import { LRUCache } from 'lru-cache';
import type { Log } from '../../ports/log.ts';
import type { Pictures } from '../../ports/pictures.ts';
import { type Target, targetKey } from '../../routing/notice.ts';
import type { Clock } from '../../time/clock.ts';
import { within } from '../../time/deadline.ts';
import { lifetime } from '../../time/promise-cache.ts';
import { FILES_REFUSED_MS } from '../command/channel-notes.ts';
import type { SealedPicture } from '../render/alert/alert-body.ts';

type Message = RESTPostAPIChannelMessageJSONBody;

/** A message with the files that its embeds show. */
export interface PicturedMessage {
  readonly message: Message;
  readonly files: readonly RawFile[];
}

interface AlertPicturesParts {
  readonly draw: Pictures['draw'];
  readonly clock: Pick<Clock, 'monotonic' | 'sleep'>;
  readonly log: Log;
}

/** How long a message waits for its pictures: a notice leaves within 2 s, and a stop ends after 3. */
export const LONGEST_DRAWING_MS = 1_500;
/** Drawings under way over all messages. Above it a message goes without: a drawing that hangs must not hold memory. */
const MOST_DRAWINGS = 40;
/** Channels that are remembered as refusing files, some 100 bytes each. */
const MOST_REFUSING = 10_000;

/** Draws the pictures of sealed messages, and remembers where Discord takes no files. */
export class AlertPictures {
  readonly #parts: AlertPicturesParts;
  /** Keys of targets that Discord lately refused files in. */
  readonly #refusing: LRUCache<string, true>;
  #drawings = 0;

  constructor(parts: AlertPicturesParts) {
    this.#parts = parts;
    this.#refusing = new LRUCache({ max: MOST_REFUSING, ...lifetime(FILES_REFUSED_MS, () => parts.clock.monotonic()) });
  }

  /**
   * Adds to a message those of its pictures that can be drawn in time. Never rejects: a picture is left out, not the
   * message.
   * @returns null if there is none
   */
  async addTo(message: Message, pictures: readonly SealedPicture[], target: Target): Promise<PicturedMessage | null> {
    if (pictures.length === 0 || this.#refusing.has(targetKey(target))) return null;
    const drawn = new Map<SealedPicture, Uint8Array>();
    const drawings = pictures.map(async (picture) => {
      const png = await this.#draw(picture.canvas);
      if (png !== null) drawn.set(picture, png);
    });
    await within(LONGEST_DRAWING_MS, Promise.all(drawings), this.#parts.clock);
    // A copy: a picture drawn later changes the map, not this message.
    const inTime = pictures.flatMap((picture) => {
      const png = drawn.get(picture);
      return png === undefined ? [] : [{ picture, png }];
    });
    const left = pictures.length - inTime.length;
    const { log } = this.#parts;
    if (left > 0) log.info({ target, left, drawn: inTime.length }, 'Pictures left out of a message');
    return inTime.length === 0 ? null : withFiles(message, inTime);
  }

  /** Discord took a message there only without its files. */
  refuse(target: Target): void {
    this.#refusing.set(targetKey(target), true);
  }

  async #draw(canvas: string): Promise<Uint8Array | null> {
    if (this.#drawings >= MOST_DRAWINGS) return null;
    const { draw, log } = this.#parts;
    this.#drawings += 1;
    try {
      return await draw(canvas);
    } catch (err) {
      log.warn({ err, canvas }, 'Could not draw a picture');
      return null;
    } finally {
      this.#drawings -= 1;
    }
  }
}

function withFiles(
  message: Message,
  drawn: readonly { readonly picture: SealedPicture; readonly png: Uint8Array }[],
): PicturedMessage {
  const embeds = message.embeds?.map((embed, at) => {
    const shown = drawn.find(({ picture }) => picture.embeds.includes(at))?.picture;
    if (shown === undefined) return embed;
    return { ...embed, thumbnail: { url: `attachment://${shown.name}`, description: shown.description } };
  });
  return {
    message: {
      ...message,
      ...(embeds && { embeds }),
      attachments: drawn.map(({ picture: { name, description } }, id) => ({ id, filename: name, description })),
    },
    files: drawn.map(({ picture: { name }, png }) => ({ name, data: Buffer.from(png), contentType: 'image/png' })),
  };
}
