import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

/**
 * The npm package of Inter, which covers Latin, Greek and Cyrillic. TrueType, because resvg reads no WOFF2 and drops
 * text without a font.
 */
const { resolve } = createRequire(import.meta.url);
const INTER_FILES = {
  400: resolve('@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf'),
  600: resolve('@expo-google-fonts/inter/600SemiBold/Inter_600SemiBold.ttf'),
};

export type Weight = keyof typeof INTER_FILES;
export const FONT_FAMILY = 'Inter';

/**
 * Languages with a subset of Noto Sans, cut by `scripts/chart-font.ts`, for letters of charts that Inter lacks. Each
 * has its own, because languages draw some letters differently.
 */
const SUBSET_LANGUAGES = ['ja', 'ko', 'zh-CN'];

/** Returns the font files in the order of precedence: Inter, the subset of the language `tag`, the other subsets. */
export function fontFiles(tag = 'en'): string[] {
  const own = SUBSET_LANGUAGES.toSorted((a, b) => Number(b === tag) - Number(a === tag));
  return [...Object.values(INTER_FILES), ...own.map(subsetFile)];
}

function subsetFile(tag: string): string {
  return fileURLToPath(new URL(`./fonts/${tag}.ttf`, import.meta.url));
}

/** U+FFFD replaces unreadable characters. It has a glyph but counts as not drawable. */
const REPLACEMENT = 0xfffd;

const loaded = new Map<string, ReadonlyMap<number, number>>();

/** Returns a text's width at `size` (both px), without kerning. Letters outside Inter count as one em. */
export function textWidth(text: string, size: number, weight: Weight = 400): number {
  const advances = advancesOf(INTER_FILES[weight]);
  return [...text].reduce((width, letter) => width + (advances.get(letter.codePointAt(0) ?? 0) ?? 1), 0) * size;
}

/** Returns whether every character has a glyph in one of the fonts. Others would be drawn as empty boxes. */
export function isDrawable(text: string): boolean {
  return [...text].every(
    (letter) => isInInter(letter) || SUBSET_LANGUAGES.some((tag) => isIn(letter, subsetFile(tag))),
  );
}

export function isInInter(letter: string): boolean {
  return isIn(letter, INTER_FILES[400]);
}

function isIn(letter: string, file: string): boolean {
  const codePoint = letter.codePointAt(0) ?? REPLACEMENT;
  return codePoint !== REPLACEMENT && advancesOf(file).has(codePoint);
}

function advancesOf(file: string): ReadonlyMap<number, number> {
  const known = loaded.get(file) ?? readAdvances(readFileSync(file));
  loaded.set(file, known);
  return known;
}

interface CodeRange {
  readonly first: number;
  readonly last: number;
  readonly glyphOf: (code: number) => number;
}

/**
 * Reads code points and their advance widths (em) from a TrueType file's `cmap` and `hmtx` tables (OpenType 1.9, "Font
 * Tables"). Inter has a `cmap` of format 12, small subsets have format 4.
 */
function readAdvances(file: Buffer): ReadonlyMap<number, number> {
  const tables = new Map<string, number>();
  for (let at = 12; at < 12 + 16 * file.readUInt16BE(4); at += 16) {
    tables.set(file.toString('latin1', at, at + 4), file.readUInt32BE(at + 8));
  }
  const table = (tag: string): number => {
    const at = tables.get(tag);
    if (at === undefined) throw new Error(`the font has no ${tag} table`);
    return at;
  };
  const unitsPerEm = file.readUInt16BE(table('head') + 18);
  const metrics = file.readUInt16BE(table('hhea') + 34);
  const advanceOf = (glyph: number) => file.readUInt16BE(table('hmtx') + 4 * Math.min(glyph, metrics - 1)) / unitsPerEm;

  const advances = new Map<number, number>();
  for (const { first, last, glyphOf } of readGroups(file, table('cmap'))) {
    for (let code = first; code <= last; code += 1) {
      const glyph = glyphOf(code);
      if (glyph !== 0) advances.set(code, advanceOf(glyph));
    }
  }
  return advances;
}

function readGroups(file: Buffer, cmap: number): CodeRange[] {
  const subtables = Array.from(
    { length: file.readUInt16BE(cmap + 2) },
    (_, at) => cmap + file.readUInt32BE(cmap + 8 + 8 * at),
  );
  const ofFormat = (format: number) => subtables.find((at) => file.readUInt16BE(at) === format);
  const [long, short] = [ofFormat(12), ofFormat(4)];
  if (long !== undefined) return readLong(file, long);
  if (short !== undefined) return readShort(file, short);
  throw new Error('the font has no cmap of format 12 or 4');
}

function readLong(file: Buffer, subtable: number): CodeRange[] {
  return Array.from({ length: file.readUInt32BE(subtable + 12) }, (_, group) => {
    const at = subtable + 16 + 12 * group;
    const [first, last, glyph] = [file.readUInt32BE(at), file.readUInt32BE(at + 4), file.readUInt32BE(at + 8)];
    return { first, last, glyphOf: (code) => glyph + code - first };
  });
}

/**
 * Reads format 4: four arrays of 16-bit numbers, which are ends (then padding), starts, deltas, and offsets of glyphs
 * relative to their own position.
 */
function readShort(file: Buffer, subtable: number): CodeRange[] {
  const length = file.readUInt16BE(subtable + 6);
  return Array.from({ length: length / 2 }, (_, segment) => {
    const end = subtable + 14 + 2 * segment;
    const [start, delta, offset] = [end + 2 + length, end + 2 + 2 * length, end + 2 + 3 * length];
    const first = file.readUInt16BE(start);
    const shift = file.readUInt16BE(delta);
    const distance = file.readUInt16BE(offset);
    const listed = (code: number) => file.readUInt16BE(offset + distance + 2 * (code - first));
    const glyphOf = (code: number) => {
      const glyph = distance === 0 ? code : code === 0xffff ? 0 : listed(code);
      return glyph === 0 ? 0 : (glyph + shift) & 0xffff;
    };
    return { first, last: file.readUInt16BE(end), glyphOf };
  });
}
