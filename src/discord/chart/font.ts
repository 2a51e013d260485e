import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { readAdvances } from './read-advances.ts';

/** Inter from npm, which has Latin, Greek and Cyrillic; found from any working directory: resvg reads no WOFF2 and drops all text without a font. */
const { resolve } = createRequire(import.meta.url);
const FILES = {
  400: resolve('@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf'),
  600: resolve('@expo-google-fonts/inter/600SemiBold/Inter_600SemiBold.ttf'),
};

export type Weight = keyof typeof FILES;
export const FONT_FAMILY = 'Inter';

/** What charts need beyond Inter, cut from Noto Sans by `scripts/chart-font.ts`; the same sign may look different in each. */
const SUBSETS = ['ja', 'ko', 'zh-CN'];

/** In the order in which signs are looked for: the language's own before the others. @param tag the language's */
export function fontFiles(tag = 'en'): string[] {
  const own = SUBSETS.toSorted((a, b) => Number(b === tag) - Number(a === tag));
  return [...Object.values(FILES), ...own.map(subsetFile)];
}

function subsetFile(tag: string): string {
  return fileURLToPath(new URL(`./fonts/${tag}.ttf`, import.meta.url));
}

/** U+FFFD stands for what could not be read: a glyph, but nothing to show. */
const REPLACEMENT = 0xfffd;

const loaded = new Map<string, ReadonlyMap<number, number>>();

/** Width in px at `size` px, without kerning; what Inter cannot draw counts as one em. */
export function textWidth(text: string, size: number, weight: Weight = 400): number {
  const advances = advancesOf(FILES[weight]);
  return [...text].reduce((width, letter) => width + (advances.get(letter.codePointAt(0) ?? 0) ?? 1), 0) * size;
}

/** Whether every character has a glyph in one of the fonts: others would be drawn as empty boxes. */
export function isDrawable(text: string): boolean {
  return [...text].every((letter) => isInInter(letter) || SUBSETS.some((tag) => isIn(letter, subsetFile(tag))));
}

export function isInInter(letter: string): boolean {
  return isIn(letter, FILES[400]);
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
