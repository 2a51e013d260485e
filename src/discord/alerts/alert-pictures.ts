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

type AlertMessage = RESTPostAPIChannelMessageJSONBody;

/** A message and the files that its embeds show. */
export interface PicturedMessage {
  readonly message: AlertMessage;
  readonly files: readonly RawFile[];
}

interface AlertPicturesParts {
  readonly draw: Pictures['draw'];
  readonly clock: Pick<Clock, 'monotonic' | 'sleep'>;
  readonly log: Log;
}

/** Limits a message's wait for its pictures. A notice must leave within 2 s, and a shutdown ends after 3 s. */
export const LONGEST_DRAWING_MS = 1_500;
/** Limits the concurrent drawings of all messages, so that hanging drawings do not fill the memory. */
const MOST_DRAWINGS = 40;
/** Limits the targets kept as refusing files, at some 100 bytes each. */
const MOST_REFUSING_TARGETS = 10_000;

/** Draws the pictures of sealed messages, except for targets where Discord lately refused files. */
export class AlertPictures {
  readonly #parts: AlertPicturesParts;
  /** Keys of the targets where Discord lately refused files. */
  readonly #refusing: LRUCache<string, true>;
  #drawings = 0;

  constructor(parts: AlertPicturesParts) {
    this.#parts = parts;
    this.#refusing = new LRUCache({
      max: MOST_REFUSING_TARGETS,
      ...lifetime(FILES_REFUSED_MS, () => parts.clock.monotonic()),
    });
  }

  /**
   * Adds the pictures that are drawn in time to a message, and leaves out the others. Never rejects.
   *
   * @returns the message with its files, or null if there are none
   */
  async addTo(
    message: AlertMessage,
    pictures: readonly SealedPicture[],
    target: Target,
  ): Promise<PicturedMessage | null> {
    if (pictures.length === 0 || this.#refusing.has(targetKey(target))) return null;
    const drawn = new Map<SealedPicture, Uint8Array>();
    const drawings = pictures.map(async (picture) => {
      const png = await this.#draw(picture.canvas);
      if (png !== null) drawn.set(picture, png);
    });
    await within(LONGEST_DRAWING_MS, Promise.all(drawings), this.#parts.clock);
    // Copied, because a late drawing still changes the map.
    const inTime = pictures.flatMap((picture) => {
      const png = drawn.get(picture);
      return png === undefined ? [] : [{ picture, png }];
    });
    const left = pictures.length - inTime.length;
    const { log } = this.#parts;
    if (left > 0) log.info({ target, left, drawn: inTime.length }, 'Pictures left out of a message');
    return inTime.length === 0 ? null : withFiles(message, inTime);
  }

  /** Notes that Discord accepted a message to this target only without its files. */
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
  message: AlertMessage,
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
