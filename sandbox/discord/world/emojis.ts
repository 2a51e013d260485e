import { apiError } from '../api-error.ts';
import type { Events } from '../events.ts';
import { errorCodes } from '../numbers.ts';
import { readEmoji, readEmojiName } from '../rules/emoji-rules.ts';
import type { Snowflakes } from '../snowflake.ts';
import type { Emoji } from './entities.ts';

/** Discord's limit on the emojis of an application. */
const mostEmojis = 2_000;

/** The application's emojis, oldest first. The local Discord serves their images at `/emojis/<id>.png`. */
export class Emojis {
  readonly #byId = new Map<string, Emoji>();
  readonly #ids: Snowflakes;
  readonly #events: Events;

  constructor(ids: Snowflakes, events: Events) {
    this.#ids = ids;
    this.#events = events;
  }

  list(): Emoji[] {
    return [...this.#byId.values()];
  }

  has(id: string): boolean {
    return this.#byId.has(id);
  }

  /** @throws ApiError 10014 if the emoji is unknown */
  find(id: string): Emoji {
    const emoji = this.#byId.get(id);
    if (!emoji) throw apiError(errorCodes.unknownEmoji);
    return emoji;
  }

  /** @returns the emoji whose image is at a path, with any filename extension */
  atPath(path: string): Emoji | undefined {
    return this.#byId.get(/^\/emojis\/(\d+)\.(?:png|webp|gif|jpe?g)$/.exec(path)?.[1] ?? '');
  }

  /** @throws ApiError if the limit of 2,000 is reached, the name is invalid or taken, or the image is invalid */
  add(body: { name: unknown; image: unknown }): Emoji {
    if (this.#byId.size >= mostEmojis) throw apiError(errorCodes.tooManyEmojis);
    const emoji = readEmoji(body, this.#namesBut(null));
    return this.#keep({ id: this.#ids.next(), animated: emoji.contentType === 'image/gif', ...emoji });
  }

  /** @throws ApiError if the emoji is unknown, or the name is invalid or taken */
  rename(id: string, name: unknown): Emoji {
    const emoji = this.find(id);
    return this.#keep({ ...emoji, name: readEmojiName(name, this.#namesBut(id)) });
  }

  /** @throws ApiError 10014 if the emoji is unknown */
  remove(id: string): void {
    this.#byId.delete(this.find(id).id);
    this.#events.emit('emojis', this.list());
  }

  #keep(emoji: Emoji): Emoji {
    this.#byId.set(emoji.id, emoji);
    this.#events.emit('emojis', this.list());
    return emoji;
  }

  #namesBut(id: string | null): Set<string> {
    return new Set(this.list().flatMap((emoji) => (emoji.id === id ? [] : [emoji.name])));
  }
}
