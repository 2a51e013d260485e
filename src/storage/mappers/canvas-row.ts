import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { Unreadable } from '../../faults/store-faults.ts';
import { searchText, searchWords } from '../../market/search/search-text.ts';
import type { CanvasLimits, CanvasTitle, IsNeeded, SeenCanvas, StoredCanvas } from '../../ports/pictures.ts';

/** A row of the table `canvases`, the same on both engines. */
export interface CanvasRow extends TitleRow {
  /** Deflated; 32 bits for each pixel, little endian. */
  readonly pixels: Uint8Array;
  readonly version: number;
  /** Time (epoch ms) of the event that supplied title, author, size and pixels. */
  readonly pixels_at: number;
  readonly first_seen_at: number;
  /** Search words of title, author and id. */
  readonly words: string;
  /** Size of the row: pixels and texts. */
  readonly bytes: number;
}

/** The columns that a list of canvases shows. */
export interface TitleRow {
  readonly id: string;
  readonly title: string | null;
  readonly author: string | null;
  readonly width: number;
  readonly height: number;
  readonly last_seen_at: number;
}

/** The columns of a `TitleRow`. */
export const TITLE_COLUMNS = 'id, title, author, width, height, last_seen_at';

/** The column order of statements that write a row. */
export const CANVAS_COLUMNS = [
  ...(['id', 'title', 'author', 'width', 'height', 'pixels', 'version', 'pixels_at'] as const),
  ...(['first_seen_at', 'last_seen_at', 'words', 'bytes'] as const),
] as const satisfies readonly (keyof CanvasRow)[];

/** The columns taken from the sighting with the higher version, or from the later one if the versions are equal. */
export const PAINTED_COLUMNS = CANVAS_COLUMNS.filter(
  (name) => name !== 'id' && name !== 'first_seen_at' && name !== 'last_seen_at',
);

/** Limits the words of a search, because a statement has one parameter for each. */
export const MOST_SEARCH_WORDS = 8;

const BYTES_PER_PIXEL = 4;
/** Counted for each row on top of its pixels and texts. */
const BYTES_PER_ROW = 64;

/** Returns one row for each canvas, because one statement must not write a row twice. */
export function canvasRows(seen: readonly SeenCanvas[]): readonly CanvasRow[] {
  const rows = new Map<string, CanvasRow>();
  for (const canvas of seen) {
    const row = canvasRow(canvas);
    const other = rows.get(row.id);
    rows.set(row.id, other === undefined ? row : mergeRows(other, row));
  }
  return [...rows.values()];
}

function canvasRow({ id, title, author, width, height, pixels, version, seenAt }: SeenCanvas): CanvasRow {
  const bytes = new DataView(new ArrayBuffer(pixels.length * BYTES_PER_PIXEL));
  pixels.forEach((pixel, at) => {
    bytes.setInt32(at * BYTES_PER_PIXEL, pixel, true);
  });
  const deflated = deflateRawSync(bytes);
  const words = [title ?? '', author ?? '', id].map((text) => searchText(text).spaced).join('');
  const texts = [id, id, title ?? '', author ?? '', words, words].join('');
  return {
    ...{ id, title, author, width, height, version, words },
    pixels: deflated,
    ...{ pixels_at: seenAt, first_seen_at: seenAt, last_seen_at: seenAt },
    bytes: deflated.length + Buffer.byteLength(texts) + BYTES_PER_ROW,
  };
}

function mergeRows(a: CanvasRow, b: CanvasRow): CanvasRow {
  const isNewer = b.version > a.version || (b.version === a.version && b.pixels_at >= a.pixels_at);
  return {
    ...(isNewer ? b : a),
    first_seen_at: Math.min(a.first_seen_at, b.first_seen_at),
    last_seen_at: Math.max(a.last_seen_at, b.last_seen_at),
  };
}

export function readTitleRow({ last_seen_at, ...title }: TitleRow): CanvasTitle {
  return { ...title, lastSeenAt: last_seen_at };
}

/** @throws Unreadable if the pixels are damaged */
export function readCanvasRow(row: TitleRow & Pick<CanvasRow, 'pixels' | 'version' | 'first_seen_at'>): StoredCanvas {
  const { pixels, version, first_seen_at, ...title } = row;
  const count = title.width * title.height;
  return { ...readTitleRow(title), pixels: readPixels(pixels, count), version, firstSeenAt: first_seen_at };
}

function readPixels(deflated: Uint8Array, count: number): Int32Array {
  const bytes = inflate(deflated, count * BYTES_PER_PIXEL);
  if (bytes.length !== count * BYTES_PER_PIXEL) throw new Unreadable(`${bytes.length} bytes for ${count} pixels`);
  return Int32Array.from({ length: count }, (_, at) => bytes.readInt32LE(at * BYTES_PER_PIXEL));
}

function inflate(deflated: Uint8Array, maxOutputLength: number): Buffer {
  try {
    return inflateRawSync(deflated, { maxOutputLength });
  } catch (error) {
    throw new Unreadable('the pixels cannot be inflated', { cause: error });
  }
}

/** Returns `MOST_SEARCH_WORDS` search words, filled up with empty ones, which every row contains. */
export function searchedWords(text: string): readonly string[] {
  const words = searchWords(searchText(text));
  return Array.from({ length: MOST_SEARCH_WORDS }, (_, at) => words[at] ?? '');
}

/** A stored canvas and the size of its row. */
export interface CanvasSize {
  readonly id: string;
  readonly bytes: number;
}

/**
 * Returns the canvases to delete so that the others keep to the limits: the longest unseen first, needed ones last.
 * @param sizes all stored canvases, the last seen first
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
