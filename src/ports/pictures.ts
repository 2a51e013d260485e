import type { Canvas } from '../market/paintings/canvas.ts';

/** A canvas without its pixels, as a list or a choice shows it. */
export type CanvasTitle = Pick<Canvas, 'id' | 'title' | 'author' | 'width' | 'height'> & {
  /** Epoch ms of the latest event that showed it. */
  readonly lastSeenAt: number;
};

/** A canvas as it is kept. */
export interface StoredCanvas extends CanvasTitle, Omit<Canvas, 'generation'> {
  /** Epoch ms of the first event that showed it. */
  readonly firstSeenAt: number;
}

/** A canvas that an event or a shop showed at `seenAt`, epoch ms. */
export interface SeenCanvas extends Omit<Canvas, 'generation'> {
  readonly seenAt: number;
}

/** Canvases that Crier has seen, for every process. Each is kept once, whatever the generation. */
export interface Canvases {
  /** The canvas of this id, or null if it was never seen or has been pruned. */
  find(id: string): Promise<StoredCanvas | null>;
  /** The titles of those of the ids that are kept, in any order. */
  titles(ids: readonly string[]): Promise<readonly CanvasTitle[]>;
  /**
   * Canvases whose title, author and id together contain each word of the text, the last seen first; an empty text
   * finds all.
   */
  search(text: string, limit: number): Promise<readonly CanvasTitle[]>;
  /** How many are kept, and how many bytes they take. */
  totals(): Promise<CanvasLimits>;
}

/** A count of canvases, and the bytes of their pixels and texts. */
export interface CanvasLimits {
  readonly count: number;
  readonly bytes: number;
}

/** Whether the canvas of this id is dropped last. */
export type IsNeeded = (id: string) => boolean;

/** Writes canvases. Part of `IngestWriter`; rejects with `NotWritten`. */
export interface CanvasWriter {
  /**
   * Saves sightings in one transaction. If there are two of one canvas, title, author, size and pixels come from the
   * higher version, then from the later event, whatever the order they are saved in.
   */
  saveCanvases(seen: readonly SeenCanvas[]): Promise<void>;
  /**
   * Drops the canvases above the limits: those seen longest ago first, the needed ones (sold or watched) last.
   * @returns how many were dropped
   */
  pruneCanvases(isNeeded: IsNeeded, limits: CanvasLimits): Promise<number>;
}

/** A canvas as a file of a message, with the facts for its alt text. */
export interface CanvasPicture {
  /** `canvas-<id>.png`: a message names it by `attachment://` and this. */
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

/**
 * Draws the canvas of this id, or null if its pixels are not known.
 * It does not ask whether the painting is banned: the caller does.
 */
export type DrawCanvas = (id: string) => Promise<CanvasPicture | null>;

/** A painting whose pixels are kept. Texts are players', raw; null if the painter gave none. */
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

/** Pictures of paintings in messages that Crier sends by itself. */
export interface Pictures {
  /** The given canvases whose pixels are kept, in any order. */
  find(canvases: readonly string[]): Promise<readonly KnownPainting[]>;
  /**
   * Draws a canvas as PNG, off the main thread.
   * @returns null if its pixels are not kept, or it is banned
   */
  draw(canvas: string): Promise<Uint8Array | null>;
}

/** A picture of an item, as Discord keeps it. */
export interface Icon {
  /** For the text of a message: `<:crier_slime_block:123…>`. A push notification shows it raw. */
  readonly emoji: string;
  readonly emojiId: string;
  /** The emoji's name, without colons. */
  readonly name: string;
  /** For a thumbnail or an embed: `https://cdn.discordapp.com/emojis/123….png`. */
  readonly url: string;
}

/** The pictures of items that Discord has of us. */
export interface Icons {
  /** By type, such as `slime_block`; at once, from memory. null: there is none, or not yet. */
  of(type: string): Icon | null;
}
