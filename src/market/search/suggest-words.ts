import { eachInSlices, sortInSlices } from '../shops/slices.ts';
import { Shortlist } from './bounded-lists.ts';
import { GramIndex, TEXT_START, TypoIndex } from './gram-index.ts';
import { createEditCounter, editsAllowed } from './search-text.ts';

/** Discord's limit for the characters of a choice's name, and of its value. */
export const CHOICE_CHARACTERS = 100;
/** Discord's limit for the choices of one autocomplete answer. */
export const MOST_CHOICES = 25;
export const MAX_NEAREST_WORDS = 3;

/** Normalises a typed text for the search: trimmed and in lower case. */
export function normaliseWord(text: string): string {
  return text.slice(0, CHOICE_CHARACTERS).trim().toLowerCase();
}

export function fitsChoice(word: string): boolean {
  return word !== '' && word.length <= CHOICE_CHARACTERS;
}

/**
 * Ranks a word by the typed text: 0 equal, 1 same beginning, 2 contained, null without a match.
 * @param lower the word in lower case
 */
export function rankWord(word: string, lower: string, typed: string): number | null {
  const at = lower.indexOf(typed);
  if (at < 0) return null;
  return at > 0 ? 2 : Number(word.length !== typed.length);
}

export function compareAlphabetically(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

export function shortestWordFirst(a: string, b: string): number {
  return a.length - b.length || compareAlphabetically(a, b);
}

/** Returns the words that contain the typed text, in any case: the equal one first, then those with that beginning. */
export function suggestWords(words: Iterable<string>, text: string, limit = MOST_CHOICES): string[] {
  const typed = normaliseWord(text);
  const best = new Shortlist(limit, shortestWordFirst);
  for (const word of words) {
    const rank = fitsChoice(word) ? rankWord(word, word.toLowerCase(), typed) : null;
    if (rank !== null) best.add(word, rank);
  }
  return best.entries;
}

/**
 * Returns the three words nearest to an unknown one: those one or two typos away, then those with its letters in
 * another order, else those that contain it.
 */
export function nearestWords(words: Iterable<string>, text: string): string[] {
  const rankTypo = createTypoRanker(normaliseWord(text));
  const best = new Shortlist(MAX_NEAREST_WORDS, compareAlphabetically);
  for (const word of words) {
    const rank = rankTypo(word.toLowerCase());
    if (rank !== null) best.add(word, rank);
  }
  return best.entries.length > 0 ? best.entries : suggestWords(words, text, MAX_NEAREST_WORDS);
}

/** Returns the number of edits allowed for a typed name. Minecraft's shortest names, of three letters, may have one. */
function nameEditsAllowed(typed: string): number {
  return typed.length === 3 ? 1 : editsAllowed({ compact: typed });
}

/** Ranks a word in lower case by its typos. The rank is null if there are too many. */
function createTypoRanker(typed: string): (word: string) => number | null {
  const allowed = nameEditsAllowed(typed);
  const countEdits = createEditCounter({ compact: typed }, allowed);
  return (word) => {
    const edits = countEdits({ compact: word });
    if (edits !== null || allowed === 0 || Math.abs(word.length - typed.length) > 1) return edits;
    const others = countOtherLetters(word, typed);
    return others > 1 ? null : allowed + 1 + others;
  };
}

/** Counts the letters that one of the words has and the other has not, in any order. */
function countOtherLetters(word: string, typed: string): number {
  const left = [...word];
  let missing = 0;
  for (const letter of typed) {
    const at = left.indexOf(letter);
    if (at < 0) missing += 1;
    else left.splice(at, 1);
  }
  return left.length + missing;
}

/** Completes the last of the typed enchantments: `sharpness>=5, unb` -> `sharpness>=5, unbreaking`. */
export function completeLastWord(words: Iterable<string>, text: string): string[] {
  const typed = text.slice(0, CHOICE_CHARACTERS);
  const cut = typed.lastIndexOf(',') + 1;
  const before = cut === 0 ? '' : `${typed.slice(0, cut)} `;
  const last = typed.slice(cut).trim();
  // An enchantment with a level is complete, in any notation.
  const completed = /[=<>]|\s(?:\d+|[ivx]+)$/i.test(last) ? [last] : suggestWords(words, last.replaceAll(' ', '_'));
  return completed.map((word) => `${before}${word}`).filter((choice) => choice.length <= CHOICE_CHARACTERS);
}

/** An index of many words, such as players' names, with the results of `suggestWords` and `nearestWords`. */
export class WordIndex {
  readonly words: ReadonlySet<string>;
  /** Words that fit into a choice, sorted, as written and in lower case. */
  readonly #sorted: readonly string[];
  readonly #lower: readonly string[];
  readonly #grams: GramIndex;
  readonly #slips: TypoIndex;

  /** @param previous an index that is reused if its words are the same */
  static *of(words: ReadonlySet<string>, previous?: WordIndex): Generator<void, WordIndex> {
    if (previous !== undefined && (yield* haveSameWords(words, previous.words))) return previous;
    const sorted: string[] = [];
    yield* eachInSlices(words, (word) => {
      if (fitsChoice(word)) sorted.push(word);
    });
    yield* sortInSlices(sorted, shortestWordFirst);
    const lower: string[] = [];
    yield* eachInSlices(sorted, (word) => lower.push(word.toLowerCase()));
    const grams = yield* GramIndex.of(sorted.length, (row) => [TEXT_START + (lower[row] ?? '')]);
    const slips = yield* TypoIndex.of(sorted.length, (row) => lower[row] ?? '');
    return new WordIndex(words, sorted, lower, grams, slips);
  }

  private constructor(
    words: ReadonlySet<string>,
    sorted: readonly string[],
    lower: readonly string[],
    grams: GramIndex,
    slips: TypoIndex,
  ) {
    this.words = words;
    this.#sorted = sorted;
    this.#lower = lower;
    this.#grams = grams;
    this.#slips = slips;
  }

  suggest(text: string, limit = MOST_CHOICES): string[] {
    const typed = normaliseWord(text);
    const best = new Shortlist(limit, shortestWordFirst);
    const tiers = [
      { least: 0, wanted: TEXT_START + typed },
      { least: 2, wanted: typed },
    ];
    for (const { least, wanted } of tiers) {
      for (const row of this.#grams.holding([wanted])) {
        const word = this.#sorted[row] ?? '';
        // Later words rank no better: a word longer than the typed text can only begin with it.
        if (!best.takes(word, least === 0 ? Number(word.length > typed.length) : least)) break;
        const rank = rankWord(word, this.#lower[row] ?? '', typed);
        if (rank !== null) best.add(word, rank);
      }
    }
    return best.entries;
  }

  nearest(text: string): string[] {
    const typed = normaliseWord(text);
    const rankTypo = createTypoRanker(typed);
    const best = new Shortlist(MAX_NEAREST_WORDS, compareAlphabetically);
    for (const row of this.#slips.near({ compact: typed }, nameEditsAllowed(typed))) {
      const rank = rankTypo(this.#lower[row] ?? '');
      if (rank !== null) best.add(this.#sorted[row] ?? '', rank);
    }
    return best.entries.length > 0 ? best.entries : this.suggest(text, MAX_NEAREST_WORDS);
  }
}

function* haveSameWords(words: ReadonlySet<string>, others: ReadonlySet<string>): Generator<void, boolean> {
  if (words.size !== others.size) return false;
  let isSame = true;
  yield* eachInSlices(words, (word) => {
    isSame &&= others.has(word);
  });
  return isSame;
}
