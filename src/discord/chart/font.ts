import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

/** Inter from npm, found from any working directory: resvg reads no WOFF2 and drops all text without a font. */
const { resolve } = createRequire(import.meta.url);
const FILES = {
  400: resolve('@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf'),
  600: resolve('@expo-google-fonts/inter/600SemiBold/Inter_600SemiBold.ttf'),
};

export type Weight = keyof typeof FILES;
export const FONT_FAMILY = 'Inter';
export const FONT_FILES = Object.values(FILES);

/** U+FFFD stands for what could not be read: a glyph, but nothing to show. */
const REPLACEMENT = 0xfffd;

const loaded = new Map<Weight, ReadonlyMap<number, number>>();

/** Width in px at `size` px, without kerning; what the font cannot draw counts as one em. */
export function textWidth(text: string, size: number, weight: Weight = 400): number {
  const advances = advancesOf(weight);
  return [...text].reduce((width, letter) => width + (advances.get(letter.codePointAt(0) ?? 0) ?? 1), 0) * size;
}

/** Whether every character has a glyph: others would be drawn as empty boxes. Latin, Greek and Cyrillic have. */
export function isDrawable(text: string): boolean {
  const advances = advancesOf(400);
  return [...text].every((letter) => {
    const codePoint = letter.codePointAt(0) ?? REPLACEMENT;
    return codePoint !== REPLACEMENT && advances.has(codePoint);
  });
}

function advancesOf(weight: Weight): ReadonlyMap<number, number> {
  const known = loaded.get(weight) ?? readAdvances(readFileSync(FILES[weight]));
  loaded.set(weight, known);
  return known;
}

/**
 * Code points and their advance widths in em, from a TrueType file's `cmap` (format 12, which Inter has) and `hmtx` tables;
 * OpenType 1.9, "Font Tables".
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
  const groups = findGroups(file, table('cmap'));
  for (let at = groups + 16; at < groups + 16 + 12 * file.readUInt32BE(groups + 12); at += 12) {
    const [first, last, glyph] = [file.readUInt32BE(at), file.readUInt32BE(at + 4), file.readUInt32BE(at + 8)];
    for (let code = first; code <= last; code += 1) advances.set(code, advanceOf(glyph + code - first));
  }
  return advances;
}

function findGroups(file: Buffer, cmap: number): number {
  for (let at = cmap + 4; at < cmap + 4 + 8 * file.readUInt16BE(cmap + 2); at += 8) {
    const subtable = cmap + file.readUInt32BE(at + 4);
    if (file.readUInt16BE(subtable) === 12) return subtable;
  }
  throw new Error('the font has no cmap of format 12');
}
