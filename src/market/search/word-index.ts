import { sortInSlices } from '../shops/sort-in-slices.ts';
import { createEditCounter, editsAllowed } from './search-text.ts';
import { Shortlist } from './shortlist.ts';
import { Signatures } from './signatures.ts';
import {
  alphabetical,
  isSuggested,
  MAX_CHOICES,
  MAX_NEAREST,
  rankOfWord,
  searchedWord,
  shorterFirst,
} from './suggest-words.ts';

/** So many of the latest words are looked at one by one, before the index is made anew; of a long list more. */
const MOST_LATEST = 128;
const SHARE_LATEST = 1 / 128;
/** Words between two yields. */
const SLICE = 512;

type IsCurrent = (word: string) => boolean;

/**
 * Many words, such as players' names, as they are searched. It answers as `suggestWords` and `nearestWords` do, without a look at
 * each. It may hold words that are current no more: whoever asks says which are.
 */
export class WordIndex {
  /** The short ones first. */
  #words: readonly string[] = [];
  #lower: readonly string[] = [];
  #signatures = new Signatures(0);
  #latest: string[] = [];

  /** A copy; what is added to either is not in the other. */
  next(): WordIndex {
    const next = new WordIndex();
    next.#words = this.#words;
    next.#lower = this.#lower;
    next.#signatures = this.#signatures;
    next.#latest = this.#latest.slice();
    return next;
  }

  /** Takes in a word that has become current. */
  add(word: string): void {
    this.#latest.push(word);
  }

  suggest(text: string, isCurrent: IsCurrent, limit = MAX_CHOICES): string[] {
    const typed = searchedWord(text);
    const best = new Shortlist(limit, shorterFirst);
    const consider = (word: string | undefined, lower = word?.toLowerCase()) => {
      const rank = word === undefined || lower === undefined ? null : rankOfWord(word, lower, typed);
      if (word !== undefined && rank !== null && best.takes(word, rank) && isCurrent(word)) best.add(word, rank);
    };
    for (const word of this.#latest.filter(isSuggested)) consider(word);
    for (const at of this.#signatures.beginning(typed)) {
      // Those after it have no better place.
      if (!best.takes(this.#words[at] ?? '', Number(this.#words[at]?.length !== typed.length))) break;
      consider(this.#words[at], this.#lower[at]);
    }
    for (const at of this.#signatures.holding([typed])) {
      if (!best.takes(this.#words[at] ?? '', 2)) break;
      consider(this.#words[at], this.#lower[at]);
    }
    return best.entries;
  }

  nearest(text: string, isCurrent: IsCurrent): string[] {
    const query = { compact: searchedWord(text) };
    const countEdits = createEditCounter(query);
    const best = new Shortlist(MAX_NEAREST, alphabetical);
    const consider = (word: string | undefined, lower = word?.toLowerCase()) => {
      const edits = lower === undefined ? null : countEdits({ compact: lower });
      if (word !== undefined && edits !== null && best.takes(word, edits) && isCurrent(word)) best.add(word, edits);
    };
    for (const word of this.#latest) consider(word);
    for (const at of this.#signatures.near(query.compact, editsAllowed(query)))
      consider(this.#words[at], this.#lower[at]);
    return best.entries.length > 0 ? best.entries : this.suggest(text, isCurrent, MAX_NEAREST);
  }

  /** Puts the latest words among the others, once they are many. */
  *settle(isCurrent: IsCurrent): Generator<void, void> {
    if (this.#latest.length <= Math.max(MOST_LATEST, this.#words.length * SHARE_LATEST)) return;
    const words = [...new Set([...this.#words, ...this.#latest])].filter(
      (word) => isSuggested(word) && isCurrent(word),
    );
    yield* sortInSlices(words, shorterFirst);
    const lower: string[] = [];
    const signatures = new Signatures(words.length);
    for (const word of words) {
      signatures.set(lower.length, word.toLowerCase());
      if (lower.push(word.toLowerCase()) % SLICE === 0) yield;
    }
    [this.#words, this.#lower, this.#signatures, this.#latest] = [words, lower, signatures, []];
  }
}
