import { countBits, lettersOf } from './letters.ts';
import { editsAllowed, MAX_EDIT_CHARACTERS, type SearchText } from './search-text.ts';

/** Rows between two yields. */
const SLICE = 512;

/**
 * Finds the rows whose text may be a slip or two off a query, by length and letters. Rows are numbers from 0. What is found must be
 * looked at: a row may be too many, but none is missing.
 */
export class SlipIndex {
  /** By the length of their text. */
  readonly #rows: readonly number[][] = Array.from({ length: MAX_EDIT_CHARACTERS + 1 }, () => []);
  /** By row. */
  readonly #letters: Int32Array;

  static *of(size: number, textOf: (row: number) => string): Generator<void, SlipIndex> {
    const index = new SlipIndex(size);
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
