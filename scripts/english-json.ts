import { ENGLISH } from '../src/language/english.ts';

/** The English texts as a file for translation platforms: `src/language/texts/en.json`. */
export const ENGLISH_FILE = new URL('../src/language/texts/en.json', import.meta.url);

/** One key a line, in the order of the source. */
export function englishJson(): string {
  return `${JSON.stringify(ENGLISH, null, 2)}\n`;
}
