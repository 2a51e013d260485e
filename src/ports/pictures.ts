import type { Canvas } from '../market/paintings/canvas.ts';

/** A canvas without its pixels, for lists and choices. */
export type CanvasTitle = Pick<Canvas, 'id' | 'title' | 'author' | 'width' | 'height'> & {
  /** Epoch ms of the latest event that showed it. */
  readonly lastSeenAt: number;
};

/** A stored canvas. */
export interface StoredCanvas extends CanvasTitle, Omit<Canvas, 'generation'> {
  /** Epoch ms of the first event that showed it. */
  readonly firstSeenAt: number;
}

/** A sighting: an event or a shop showed the canvas at `seenAt`, epoch ms. */
export interface SeenCanvas extends Omit<Canvas, 'generation'> {
  readonly seenAt: number;
}

/** Canvases that Crier has seen, for every process. Each is stored once, whatever its generation. */
export interface Canvases {
  /** Returns the canvas of this id, or null if it was never seen or is pruned. */
  find(id: string): Promise<StoredCanvas | null>;
  /** Returns the titles of the stored ones among these ids, in any order. */
  titles(ids: readonly string[]): Promise<readonly CanvasTitle[]>;
  /**
   * Returns canvases whose title, author and id together contain each word of the text, the last seen first. An empty
   * text finds all.
   */
  search(text: string, limit: number): Promise<readonly CanvasTitle[]>;
  /** Returns the number of stored canvases and their bytes. */
  totals(): Promise<CanvasLimits>;
}

/** A number of canvases, and the bytes of their pixels and texts. */
export interface CanvasLimits {
  readonly count: number;
  readonly bytes: number;
}

/** Returns whether the canvas of this id is needed. Pruning deletes needed canvases last. */
export type IsNeeded = (id: string) => boolean;

/** Writes canvases. Part of `IngestWriter`; rejects with `NotWritten`. */
export interface CanvasWriter {
  /**
   * Saves sightings in one transaction. If two show one canvas, the higher version, then the later event gives
   * title, author, size and pixels, whatever the order of saving.
   */
  saveCanvases(seen: readonly SeenCanvas[]): Promise<void>;
  /**
   * Deletes the canvases above the limits: those seen longest ago first, the needed ones (sold or watched) last.
   * @returns the number of deleted canvases
   */
  pruneCanvases(isNeeded: IsNeeded, limits: CanvasLimits): Promise<number>;
}

/** A canvas as a file of a message, with the facts for its alt text. */
export interface CanvasPicture {
  /** `canvas-<id>.png`. A message refers to it as `attachment://` and this name. */
  readonly name: string;
  /** The PNG. Each pixel of the canvas is a square of whole pixels. */
  readonly attachment: Buffer;
  /** Players' texts, raw; null if the painter gave none. */
  readonly title: string | null;
  readonly author: string | null;
  /** The canvas's size, in its own pixels. */
  readonly width: number;
  readonly height: number;
}

/** Draws the canvas of this id, or returns null if its pixels are unknown. Checks no ban: the caller does. */
export type DrawCanvas = (id: string) => Promise<CanvasPicture | null>;

/** A painting whose pixels are stored. Texts are players', raw; null if the painter gave none. */
export interface KnownPainting {
  /** `<author_uuid>_<integer>` in lower case. */
  readonly id: string;
  readonly title: string | null;
  readonly author: string | null;
  /** In pixels of the canvas. */
  readonly width: number;
  readonly height: number;
  /** A banned painting is drawn for moderators alone, in private. */
  readonly isBanned: boolean;
}

/** Pictures of paintings for the messages of the outbox. */
export interface Pictures {
  /** Returns those of the canvases whose pixels are stored, in any order. */
  find(canvases: readonly string[]): Promise<readonly KnownPainting[]>;
  /**
   * Draws a canvas as PNG, off the main thread.
   * @returns null if its pixels are not stored, or if it is banned
   */
  draw(canvas: string): Promise<Uint8Array | null>;
}

/** A picture of an item, uploaded to Discord as an emoji. */
export interface Icon {
  /** For the text of a message: `<:crier_slime_block:123…>`. A push notification shows it raw. */
  readonly emoji: string;
  readonly emojiId: string;
  /** The emoji's name, without colons. */
  readonly name: string;
  /** For a thumbnail or an embed: `https://cdn.discordapp.com/emojis/123….png`. */
  readonly url: string;
}

/** The bot's item pictures at Discord. */
export interface Icons {
  /** Returns the icon of a type such as `slime_block`, from memory, or null if there is none yet. */
  of(type: string): Icon | null;
}
