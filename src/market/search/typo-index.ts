import { editsAllowed, MAX_EDIT_CHARACTERS, type SearchText } from './search-text.ts';

const [A, Z] = [0x61, 0x7a];

/** Which letters the texts have, as bits: one for each small letter from a to z, the last six for all else. */
export function lettersOf(...texts: readonly string[]): number {
  let letters = 0;
  for (const text of texts) for (let at = 0; at < text.length; at++) letters |= 1 << bitOf(text.charCodeAt(at));
  return letters;
}

function bitOf(code: number): number {
  return code >= A && code <= Z ? code - A : 26 + (code % 6);
}

export function countBits(bits: number): number {
  const pairs = bits - ((bits >>> 1) & 0x55555555);
  const nibbles = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((nibbles + (nibbles >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/** Rows between two yields. */
const SLICE = 512;

/**
 * Finds the rows whose text may be a slip or two off a query, by length and letters. Rows are numbers from 0. What is found must be
 * looked at: a row may be too many, but none is missing.
 */
export class TypoIndex {
  /** By the length of their text. */
  readonly #rows: readonly number[][] = Array.from({ length: MAX_EDIT_CHARACTERS + 1 }, () => []);
  /** By row. */
  readonly #letters: Int32Array;

  static *of(size: number, textOf: (row: number) => string): Generator<void, TypoIndex> {
    const index = new TypoIndex(size);
    for (let row = 0; row < size; row++) {
      const text = textOf(row);
      index.#rows[text.length]?.push(row);
      index.#letters[row] = lettersOf(text);
      if (row % SLICE === 0) yield;
    }
    return index;
  }

  /** `size`: how many rows it will have. */
  constructor(size = 0) {
    this.#letters = new Int32Array(size);
  }

  /** In no certain order. */
  *near(query: Pick<SearchText, 'compact'>): Generator<number, void> {
    const edits = editsAllowed(query);
    const letters = lettersOf(query.compact);
    for (let length = Math.max(1, query.compact.length - edits); length <= query.compact.length + edits; length++) {
      for (const row of this.#rows[length] ?? []) {
        const own = this.#letters[row] ?? 0;
        // Each edit brings one letter at most, and takes one.
        if (countBits(letters & ~own) <= edits && countBits(own & ~letters) <= edits) yield row;
      }
    }
  }
}
