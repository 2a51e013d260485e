import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { Unreadable } from '../../faults/store-faults.ts';
import { searchText, searchWords } from '../../market/search/search-text.ts';
import type { CanvasLimits, CanvasTitle, IsNeeded, SeenCanvas, StoredCanvas } from '../../ports/pictures.ts';

/** A row of the table `canvases`, on either engine. */
export interface CanvasRow extends TitleRow {
  /** Deflated: 32 bits a pixel, little endian. */
  readonly pixels: Uint8Array;
  readonly version: number;
  /** Epoch ms of the event that the title, author, size and pixels come from. */
  readonly pixels_at: number;
  readonly first_seen_at: number;
  /** Title, author and id as they are searched. */
  readonly words: string;
  /** Bytes of the row: pixels and texts. */
  readonly bytes: number;
}

/** The columns that a list needs. */
export interface TitleRow {
  readonly id: string;
  readonly title: string | null;
  readonly author: string | null;
  readonly width: number;
  readonly height: number;
  readonly last_seen_at: number;
}

/** The order in which a statement that writes a row takes its columns. */
export const CANVAS_COLUMNS = [
  ...(['id', 'title', 'author', 'width', 'height', 'pixels', 'version', 'pixels_at'] as const),
  ...(['first_seen_at', 'last_seen_at', 'words', 'bytes'] as const),
] as const satisfies readonly (keyof CanvasRow)[];

/** The columns that come from the higher version, then from the later event. */
export const PAINTED_COLUMNS = CANVAS_COLUMNS.filter(
  (name) => name !== 'id' && name !== 'first_seen_at' && name !== 'last_seen_at',
);

/** Words of a search at most: a statement has a parameter for each. */
export const MOST_WORDS = 8;

const BYTES_A_PIXEL = 4;
/** Bytes of a row besides its pixels and texts. */
const BYTES_A_ROW = 64;

/** The rows to write for sightings: one a canvas, so that one statement can write all of them. */
export function canvasRowsOf(seen: readonly SeenCanvas[]): readonly CanvasRow[] {
  const rows = new Map<string, CanvasRow>();
  for (const canvas of seen) {
    const row = rowOf(canvas);
    const other = rows.get(row.id);
    rows.set(row.id, other === undefined ? row : merged(other, row));
  }
  return [...rows.values()];
}

function rowOf({ id, title, author, width, height, pixels, version, seenAt }: SeenCanvas): CanvasRow {
  const bytes = new DataView(new ArrayBuffer(pixels.length * BYTES_A_PIXEL));
  pixels.forEach((pixel, at) => {
    bytes.setInt32(at * BYTES_A_PIXEL, pixel, true);
  });
  const deflated = deflateRawSync(bytes);
  const words = [title ?? '', author ?? '', id].map((text) => searchText(text).spaced).join('');
  const texts = [id, id, title ?? '', author ?? '', words, words].join('');
  return {
    ...{ id, title, author, width, height, version, words },
    pixels: deflated,
    ...{ pixels_at: seenAt, first_seen_at: seenAt, last_seen_at: seenAt },
    bytes: deflated.length + Buffer.byteLength(texts) + BYTES_A_ROW,
  };
}

function merged(a: CanvasRow, b: CanvasRow): CanvasRow {
  const isNewer = b.version > a.version || (b.version === a.version && b.pixels_at >= a.pixels_at);
  return {
    ...(isNewer ? b : a),
    first_seen_at: Math.min(a.first_seen_at, b.first_seen_at),
    last_seen_at: Math.max(a.last_seen_at, b.last_seen_at),
  };
}

export function readTitle({ last_seen_at, ...title }: TitleRow): CanvasTitle {
  return { ...title, lastSeenAt: last_seen_at };
}

/** @throws Unreadable if the pixels are damaged */
export function readCanvas(row: TitleRow & Pick<CanvasRow, 'pixels' | 'version' | 'first_seen_at'>): StoredCanvas {
  const { pixels, version, first_seen_at, ...title } = row;
  const count = title.width * title.height;
  return { ...readTitle(title), pixels: readPixels(pixels, count), version, firstSeenAt: first_seen_at };
}

function readPixels(deflated: Uint8Array, count: number): Int32Array {
  const bytes = inflated(deflated, count * BYTES_A_PIXEL);
  if (bytes.length !== count * BYTES_A_PIXEL) throw new Unreadable(`${bytes.length} bytes for ${count} pixels`);
  return Int32Array.from({ length: count }, (_, at) => bytes.readInt32LE(at * BYTES_A_PIXEL));
}

function inflated(deflated: Uint8Array, maxOutputLength: number): Buffer {
  try {
    return inflateRawSync(deflated, { maxOutputLength });
  } catch (error) {
    throw new Unreadable('the pixels cannot be inflated', { cause: error });
  }
}

/** The words of a search, as many as a statement has parameters; an empty one stands in every row. */
export function searchedWords(text: string): readonly string[] {
  const words = searchWords(searchText(text));
  return Array.from({ length: MOST_WORDS }, (_, at) => words[at] ?? '');
}

/** One kept canvas and the bytes of its row. */
export interface CanvasSize {
  readonly id: string;
  readonly bytes: number;
}

/**
 * The canvases to drop so that the others keep to the limits: those seen longest ago first, the needed ones last.
 * @param sizes of all that are kept, the last seen first
 */
export function surplusCanvases(
  sizes: readonly CanvasSize[],
  isNeeded: IsNeeded,
  limits: CanvasLimits,
): readonly string[] {
  let count = sizes.length;
  let bytes = sizes.reduce((sum, size) => sum + size.bytes, 0);
  const needed: CanvasSize[] = [];
  const surplus: string[] = [];
  const isWithin = () => count <= limits.count && bytes <= limits.bytes;
  const drop = (size: CanvasSize) => {
    surplus.push(size.id);
    count -= 1;
    bytes -= size.bytes;
  };
  for (let at = sizes.length - 1; at >= 0 && !isWithin(); at--) {
    const size = sizes[at];
    if (size === undefined) continue;
    if (isNeeded(size.id)) needed.push(size);
    else drop(size);
  }
  for (const size of needed) {
    if (isWithin()) break;
    drop(size);
  }
  return surplus;
}
