import { lettersOf } from './letters.ts';

/** More than there are grams in the words of the game. */
const LISTS = 8_192;
/** Letters of a word's beginning that have a list of their own. */
const LONGEST_BEGINNING = 4;
/** With more of the lists than these it costs more to look than it saves. */
const MOST_LISTS = 4;
/** Rows between two yields: each takes some microseconds. */
const SLICE = 64;
const NONE = -1;
const BLANK = 0x20;
/** Stands where a text begins. */
export const START = '\n';

type Rows = Uint16Array | Uint32Array;
/** The texts of a row. */
type TextsOf = (row: number) => readonly string[];

/**
 * Finds the rows that hold a text, by its grams: each pair of letters, and the first letters of each word, has a list of rows. A word
 * begins after a blank, and after the sign for the beginning of all. Rows are numbers from 0. What is found must be looked at: a row
 * may be too many, but none is missing.
 */
export class GramIndex {
  /** The lists one after the other, each ascending. */
  readonly #rows: Rows;
  /** By list: where it ends, and the next begins. */
  readonly #ends: Int32Array;
  /** By row. */
  readonly #letters: Int32Array;

  static *of(size: number, textsOf: TextsOf): Generator<void, GramIndex> {
    const counts = new Int32Array(LISTS);
    yield* eachGram(size, textsOf, (list) => {
      counts[list] = (counts[list] ?? 0) + 1;
    });
    const ends = startsOf(counts);
    const rows = new (size <= 2 ** 16 ? Uint16Array : Uint32Array)(counts.reduce((sum, count) => sum + count, 0));
    // What begins as the start of a list is its end when all is in.
    yield* eachGram(size, textsOf, (list, row) => {
      rows[ends[list] ?? 0] = row;
      ends[list] = (ends[list] ?? 0) + 1;
    });
    const letters = new Int32Array(size);
    for (let row = 0; row < size; row++) {
      letters[row] = lettersOf(...textsOf(row));
      if (row % SLICE === 0) yield;
    }
    return new GramIndex(rows, ends, letters);
  }

  /** Without arguments: of no rows. */
  constructor(rows: Rows = new Uint16Array(), ends = new Int32Array(LISTS), letters = new Int32Array()) {
    this.#rows = rows;
    this.#ends = ends;
    this.#letters = letters;
  }

  /** Rows that may hold each of the texts, ascending. */
  holding(texts: readonly string[]): Iterable<number> {
    const lists = [...new Set(texts.flatMap(listsOf))].map((list) => this.#list(list));
    const [shortest, ...others] = lists.sort((a, b) => a.length - b.length).slice(0, MOST_LISTS);
    return shortest === undefined ? this.#withLetters(lettersOf(...texts)) : inAll(shortest, others);
  }

  *#withLetters(letters: number): Generator<number, void> {
    for (const [row, own] of this.#letters.entries()) if ((own & letters) === letters) yield row;
  }

  #list(list: number): Rows {
    return this.#rows.subarray(this.#ends[list - 1] ?? 0, this.#ends[list]);
  }
}

/** Tells of the lists of each row, each once. */
function* eachGram(size: number, textsOf: TextsOf, tell: (list: number, row: number) => void): Generator<void, void> {
  const last = new Int32Array(LISTS).fill(-1);
  for (let row = 0; row < size; row++) {
    for (const text of textsOf(row)) {
      eachList(text, (list) => {
        if (last[list] !== row) tell(list, row);
        last[list] = row;
      });
    }
    if (row % SLICE === 0) yield;
  }
}

function listsOf(text: string): number[] {
  const lists: number[] = [];
  eachList(text, (list) => lists.push(list));
  return lists;
}

function eachList(text: string, tell: (list: number) => void): void {
  let before = NONE;
  let beginning = 0;
  let letters = LONGEST_BEGINNING;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === BLANK || code === 0x0a) {
      beginning = code;
      letters = 0;
      before = NONE;
      continue;
    }
    if (before !== NONE) tell(mix(before, code) & (LISTS - 1));
    before = code;
    beginning = mix(beginning, code);
    if (++letters <= LONGEST_BEGINNING) tell(beginning & (LISTS - 1));
  }
}

function mix(a: number, b: number): number {
  const mixed = Math.imul(a, 0x9e3779b1) ^ Math.imul(b, 0x85ebca6b);
  return mixed ^ (mixed >>> 15);
}

function startsOf(counts: Int32Array): Int32Array<ArrayBuffer> {
  const starts = new Int32Array(counts.length);
  for (let list = 1; list < counts.length; list++) starts[list] = (starts[list - 1] ?? 0) + (counts[list - 1] ?? 0);
  return starts;
}

/** The numbers of the first list that stand in each of the others too. */
function* inAll(first: Rows, others: readonly Rows[]): Generator<number, void> {
  const places = others.map(() => 0);
  for (const number of first) {
    const isInAll = others.every((list, at) => {
      const place = placeOf(number, list, places[at] ?? 0);
      places[at] = place;
      return list[place] === number;
    });
    if (isInAll) yield number;
  }
}

/** Where the number stands in the list, or would, looked for from a place on that is not behind it. */
function placeOf(number: number, list: Rows, from: number): number {
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
