import { fitGraphemes } from '../item/fit-graphemes.ts';
import { identifyCanvas } from '../item/identity.ts';
import type { Identity } from '../item/item.ts';
import { isCompound, isList, localName, readSnbt, type Snbt, type SnbtCompound } from '../item/snbt.ts';

/** A player-painted canvas as shown by one item. Its texts are raw player text. */
export interface Canvas {
  /** `<author_uuid>_<integer>` in lower case, shared by the original and all its copies. */
  readonly id: string;
  /** Null if the painter gave no title. */
  readonly title: string | null;
  readonly author: string | null;
  /** 1 original, 2 copy, 3 copy of a copy; null if the item has no generation. */
  readonly generation: number | null;
  /** In pixels: 16 or 32. */
  readonly width: number;
  readonly height: number;
  /** ARGB, row by row from the top left: `width` × `height` values. */
  readonly pixels: Int32Array;
  /** Increases with each edit of the canvas; 0 if the item has no version. */
  readonly version: number;
}

/** Every SNBT with canvas pixels contains this text. Searching for it costs less than parsing the SNBT. */
export const CANVAS_MARK = 'canvas_pixels';

/** Long arrays that the SNBT reader keeps; it skips all others. */
const PIXEL_ARRAYS: ReadonlySet<string> = new Set([CANVAS_MARK]);
const CANVAS_ID_PATTERN = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}_-?\d{1,19}$/i;
/** Whether the text is a canvas id: the author's uuid, `_` and a number. */
export function isCanvasId(text: string): boolean {
  return CANVAS_ID_PATTERN.test(text);
}

/** In UTF-16 units. The mod's own limit is 16, so this only bounds forged data. */
const MAX_TITLE_CHARACTERS = 256;
/** In UTF-16 units. The game limits player names to 16. */
const MAX_AUTHOR_CHARACTERS = 64;
const MOST_PIXELS = 1_024;
/** Maximum nesting of items, equal to the limit of the wire's reader. */
const MAX_CANVAS_DEPTH = 64;
const LONG_CANVAS = 'item_canvas_long';
const TALL_CANVAS = 'item_canvas_tall';

/**
 * Reads every canvas with pixels from the SNBT, at any depth. It skips a canvas with a wrong number of pixels, a value
 * outside 32 bits or an invalid id.
 */
export function readCanvases(snbt: string): readonly Canvas[] {
  const root = readSnbt(snbt, { keepArrays: PIXEL_ARRAYS });
  const found: Canvas[] = [];
  if (root !== null) collectCanvases(root, [], found);
  return found;
}

/** @param around the compounds around the value, innermost first, up to the item's own */
function collectCanvases(value: Snbt, around: readonly SnbtCompound[], found: Canvas[]): void {
  if (typeof value !== 'object' || around.length > MAX_CANVAS_DEPTH) return;
  if (!isCompound(value)) {
    // The entries of a list are separate items.
    if (typeof value[0] === 'object') for (const entry of value) collectCanvases(entry, [], found);
    return;
  }
  const within = [value, ...around];
  const canvas = readCanvas(value, within);
  if (canvas !== null) found.push(canvas);
  for (const entry of value.values()) collectCanvases(entry, within, found);
}

function readCanvas(compound: SnbtCompound, within: readonly SnbtCompound[]): Canvas | null {
  const id = fieldNamed(compound, 'canvas_id');
  if (typeof id !== 'string' || !CANVAS_ID_PATTERN.test(id)) return null;
  const pixels = pixelsOf(fieldNamed(compound, 'canvas_pixels'));
  const size = pixels && canvasSize(pixels.length, within);
  if (pixels === null || size === null) return null;
  return {
    id: id.toLowerCase(),
    title: canvasText(fieldNamed(compound, 'canvas_title'), MAX_TITLE_CHARACTERS),
    author: canvasText(fieldNamed(compound, 'canvas_author'), MAX_AUTHOR_CHARACTERS),
    generation: wholeOf(fieldNamed(compound, 'canvas_generation')),
    ...size,
    pixels,
    version: wholeOf(fieldNamed(compound, 'canvas_version')) ?? 0,
  };
}

/** Returns the field with this name in any namespace. */
function fieldNamed(compound: SnbtCompound, name: string): Snbt | undefined {
  for (const [key, value] of compound) if (localName(key) === name) return value;
  return undefined;
}

function pixelsOf(field: Snbt | undefined): Int32Array | null {
  if (!isList(field) || field.length > MOST_PIXELS) return null;
  const pixels = Int32Array.from(field, Number);
  return field.every((value, at) => value === pixels[at]) ? pixels : null;
}

function canvasSize(count: number, within: readonly SnbtCompound[]): { width: number; height: number } | null {
  if (count === 256) return { width: 16, height: 16 };
  if (count === 1_024) return { width: 32, height: 32 };
  if (count !== 512) return null;
  for (const compound of within) {
    const shape = shapeIn(compound);
    if (shape !== null) return shape === LONG_CANVAS ? { width: 32, height: 16 } : { width: 16, height: 32 };
  }
  return null;
}

/** Returns the oblong shape named by the compound's texts, nested compounds and lists included. */
function shapeIn(compound: SnbtCompound): typeof LONG_CANVAS | typeof TALL_CANVAS | null {
  const waiting: Snbt[] = [...compound.values()];
  for (let value = waiting.pop(); value !== undefined; value = waiting.pop()) {
    if (typeof value === 'string') {
      if (value.endsWith(LONG_CANVAS)) return LONG_CANVAS;
      if (value.endsWith(TALL_CANVAS)) return TALL_CANVAS;
    } else if (typeof value === 'object') {
      if (isCompound(value)) for (const entry of value.values()) waiting.push(entry);
      // Compounds in a list are separate items, and numbers name no shape.
      else for (const entry of value) if (typeof entry === 'string') waiting.push(entry);
    }
  }
  return null;
}

function canvasText(field: Snbt | undefined, longest: number): string | null {
  if (typeof field !== 'string') return null;
  const text = field
    .slice(0, longest * 4)
    .replace(/§./gsu, '')
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim();
  return text === '' ? null : fitGraphemes(text, longest);
}

function wholeOf(field: Snbt | undefined): number | null {
  return typeof field === 'number' && Number.isSafeInteger(field) && field >= 0 ? field : null;
}

const CANVAS_GENERATIONS = [null, 'original', 'copy', 'copy-of-copy'] as const;

/**
 * Returns the identities of one canvas that players price separately: without a generation, the original, the copies.
 */
export function identitiesOfCanvas(canvas: string): readonly Identity[] {
  return CANVAS_GENERATIONS.map((generation) => identifyCanvas(canvas, generation));
}
