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
