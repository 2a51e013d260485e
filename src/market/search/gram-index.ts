import { editsAllowed, MAX_EDIT_CHARACTERS, type SearchText } from './search-text.ts';

/** Number of lists by hash, more than there are grams in the game's words. */
const GRAM_LISTS = 8_192;
/** Maximum length of a word's prefix with its own list. */
const MAX_PREFIX_LETTERS = 4;
/** Reading more lists than these costs more than it saves. */
const MOST_READ_LISTS = 4;
/** Rows between two yields; each takes some microseconds. */
const ROWS_PER_GRAM_SLICE = 64;
const NONE_YET = -1;
const BLANK = 0x20;
/** Marks the beginning of a text. */
export const TEXT_START = '\n';

type RowNumbers = Uint16Array | Uint32Array;
type TextsOf = (row: number) => readonly string[];

/**
 * Finds the rows that contain a text by its grams: each pair of letters and each prefix of a word has a list of rows. A
 * word begins after a blank and after `TEXT_START`. Rows are numbers from 0.
 *
 * The result may contain false positives, which callers must check, but never misses a row.
 */
export class GramIndex {
  /** The lists in sequence, each ascending. */
  readonly #rows: RowNumbers;
  /** The index after the last row of each list. */
  readonly #ends: Int32Array;
  readonly #letters: Int32Array;

  static *of(size: number, textsOf: TextsOf): Generator<void, GramIndex> {
    const letters = new Int32Array(size);
    const lists = new ListsOfRows();
    for (let row = 0; row < size; row++) {
      const texts = textsOf(row);
      lists.add(texts);
      letters[row] = letterBitsOf(...texts);
      if (row % ROWS_PER_GRAM_SLICE === 0) yield;
    }
    return new GramIndex(...(yield* lists.transposed()), letters);
  }

  private constructor(rows: RowNumbers, ends: Int32Array, letters: Int32Array) {
    this.#rows = rows;
    this.#ends = ends;
    this.#letters = letters;
  }

  /** Returns rows that may contain each of the texts, ascending. */
  holding(texts: readonly string[]): Iterable<number> {
    const lists = [...new Set(texts.flatMap(listsOf))].map((list) => this.#list(list));
    const [shortest, ...others] = lists.sort((a, b) => a.length - b.length).slice(0, MOST_READ_LISTS);
    return shortest === undefined ? this.#withLetters(letterBitsOf(...texts)) : intersect(shortest, others);
  }

  *#withLetters(letters: number): Generator<number, void> {
    for (const [row, own] of this.#letters.entries()) if ((own & letters) === letters) yield row;
  }

  #list(list: number): RowNumbers {
    return this.#rows.subarray(this.#ends[list - 1] ?? 0, this.#ends[list]);
  }
}

/** Collects the lists of each row, to convert them into the rows of each list. */
class ListsOfRows {
  /** The numbers of the lists that contain a row, each once. The rows follow one another. */
  #lists = new Uint16Array(2 ** 12);
  /** The index in `#lists` after the last list of each row. */
  readonly #ends: number[] = [];
  #length = 0;
  readonly #counts = new Int32Array(GRAM_LISTS);
  /** The last row added to each list. */
  readonly #last = new Int32Array(GRAM_LISTS).fill(NONE_YET);
  readonly #add = (list: number) => {
    const row = this.#ends.length;
    if (this.#last[list] === row) return;
    this.#last[list] = row;
    if (this.#length === this.#lists.length) this.#grow();
    this.#lists[this.#length] = list;
    this.#length += 1;
    this.#counts[list] = (this.#counts[list] ?? 0) + 1;
  };

  add(texts: readonly string[]): void {
    for (const text of texts) forEachList(text, this.#add);
    this.#ends.push(this.#length);
  }

  /** Returns the rows of each list in sequence, and the index after each list's last row. */
  *transposed(): Generator<void, [RowNumbers, Int32Array]> {
    const rows = new (this.#ends.length <= 2 ** 16 ? Uint16Array : Uint32Array)(this.#length);
    // Starts as the first index of each list and ends as the index after its last row.
    const ends = startsOfLists(this.#counts);
    let at = 0;
    for (const [row, end] of this.#ends.entries()) {
      for (; at < end; at++) {
        const list = this.#lists[at] ?? 0;
        rows[ends[list] ?? 0] = row;
        ends[list] = (ends[list] ?? 0) + 1;
      }
      if (row % ROWS_PER_GRAM_SLICE === 0) yield;
    }
    return [rows, ends];
  }

  #grow(): void {
    const longer = new Uint16Array(2 * this.#length);
    longer.set(this.#lists);
    this.#lists = longer;
  }
}

function listsOf(text: string): number[] {
  const lists: number[] = [];
  forEachList(text, (list) => lists.push(list));
  return lists;
}

function forEachList(text: string, visit: (list: number) => void): void {
  let before = NONE_YET;
  let beginning = 0;
  let letters = MAX_PREFIX_LETTERS;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === BLANK || code === 0x0a) {
      beginning = code;
      letters = 0;
      before = NONE_YET;
      continue;
    }
    if (before !== NONE_YET) visit(mixHash(before, code) & (GRAM_LISTS - 1));
    before = code;
    beginning = mixHash(beginning, code);
    if (++letters <= MAX_PREFIX_LETTERS) visit(beginning & (GRAM_LISTS - 1));
  }
}

function mixHash(a: number, b: number): number {
  const mixed = Math.imul(a, 0x9e3779b1) ^ Math.imul(b, 0x85ebca6b);
  return mixed ^ (mixed >>> 15);
}

function startsOfLists(counts: Int32Array): Int32Array<ArrayBuffer> {
  const starts = new Int32Array(counts.length);
  for (let list = 1; list < counts.length; list++) starts[list] = (starts[list - 1] ?? 0) + (counts[list - 1] ?? 0);
  return starts;
}

/** Yields the numbers of the first list that are in each of the others too. */
function* intersect(first: RowNumbers, others: readonly RowNumbers[]): Generator<number, void> {
  const places = others.map(() => 0);
  for (const number of first) {
    const isInAll = others.every((list, at) => {
      const place = lowerBoundFrom(number, list, places[at] ?? 0);
      places[at] = place;
      return list[place] === number;
    });
    if (isInAll) yield number;
  }
}

/**
 * Returns the index of the number in the list, or where it would be. The search starts at `from`, which is not beyond
 * it.
 */
function lowerBoundFrom(number: number, list: RowNumbers, from: number): number {
  let [low, step] = [from, 1];
  while ((list[low + step] ?? number) < number) {
    low += step;
    step *= 2;
  }
  let high = Math.min(list.length, low + step);
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((list[middle] ?? number) < number) low = middle + 1;
    else high = middle;
  }
  return low;
}

const [A, Z] = [0x61, 0x7a];

/** Returns the set of letters in the texts as bits: one per letter from a to z, the last six for everything else. */
export function letterBitsOf(...texts: readonly string[]): number {
  let letters = 0;
  for (const text of texts) for (let at = 0; at < text.length; at++) letters |= 1 << letterBit(text.charCodeAt(at));
  return letters;
}

function letterBit(code: number): number {
  return code >= A && code <= Z ? code - A : 26 + (code % 6);
}

function countBits(bits: number): number {
  const pairs = bits - ((bits >>> 1) & 0x55555555);
  const nibbles = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((nibbles + (nibbles >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

const ROWS_PER_TYPO_SLICE = 512;

/**
 * Finds the rows whose text may be one or two typos away from a query, by length and letters. Rows are numbers from 0.
 * The result may contain false positives, which callers must check, but never misses a row.
 */
export class TypoIndex {
  /** By the length of their text. */
  readonly #rows: readonly number[][] = Array.from({ length: MAX_EDIT_CHARACTERS + 1 }, () => []);
  readonly #letters: Int32Array;

  static *of(size: number, textOf: (row: number) => string): Generator<void, TypoIndex> {
    const index = new TypoIndex(size);
    for (let row = 0; row < size; row++) {
      const text = textOf(row);
      index.#rows[text.length]?.push(row);
      index.#letters[row] = letterBitsOf(text);
      if (row % ROWS_PER_TYPO_SLICE === 0) yield;
    }
    return index;
  }

  /** @param size number of rows */
  constructor(size = 0) {
    this.#letters = new Int32Array(size);
  }

  /** Yields rows in no particular order. */
  *near(query: Pick<SearchText, 'compact'>, edits = editsAllowed(query)): Generator<number, void> {
    const letters = letterBitsOf(query.compact);
    for (let length = Math.max(1, query.compact.length - edits); length <= query.compact.length + edits; length++) {
      for (const row of this.#rows[length] ?? []) {
        const own = this.#letters[row] ?? 0;
        // Each edit adds at most one letter and removes at most one.
        if (countBits(letters & ~own) <= edits && countBits(own & ~letters) <= edits) yield row;
      }
    }
  }
}
