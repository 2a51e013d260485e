/** A canvas that a player painted, as one item shows it. Texts are players', raw. */
export interface Canvas {
  /** `<author_uuid>_<integer>` in lower case: the same for the original and all its copies. */
  readonly id: string;
  /** Null if the painter gave none. */
  readonly title: string | null;
  readonly author: string | null;
  /** 1 original, 2 copy, 3 copy of a copy; null if the item does not say. */
  readonly generation: number | null;
  /** In pixels: 16 or 32. */
  readonly width: number;
  readonly height: number;
  /** ARGB, row by row from the top left: `width` × `height` values. */
  readonly pixels: Int32Array;
  /** Grows with each edit of the canvas; 0 if the item does not say. */
  readonly version: number;
}
