import { sortInSlices } from '../shops/sort-in-slices.ts';
import { GramIndex, START } from './gram-index.ts';
import { createEditCounter } from './search-text.ts';
import { Shortlist } from './shortlist.ts';
import { SlipIndex } from './slip-index.ts';
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

type IsCurrent = (word: string) => boolean;

/**
 * Many words, such as players' names, as they are searched. It answers as `suggestWords` and `nearestWords` do, without a look at
 * each. It may hold words that are current no more: whoever asks says which are.
 */
export class WordIndex {
  /** The short ones first. */
  #words: readonly string[] = [];
  #lower: readonly string[] = [];
  #grams = new GramIndex();
  #slips = new SlipIndex();
  #latest: string[] = [];

  /** A copy; what is added to either is not in the other. */
  next(): WordIndex {
    const next = new WordIndex();
    [next.#words, next.#lower, next.#grams, next.#slips] = [this.#words, this.#lower, this.#grams, this.#slips];
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
    const consider = (word: string, lower: string) => {
      const rank = rankOfWord(word, lower, typed);
      if (rank !== null && best.takes(word, rank) && isCurrent(word)) best.add(word, rank);
    };
    for (const word of this.#latest.filter(isSuggested)) consider(word, word.toLowerCase());
    const tiers = [
      { least: 0, wanted: START + typed },
      { least: 2, wanted: typed },
    ];
    for (const { least, wanted } of tiers) {
      for (const row of this.#grams.holding([wanted])) {
        const word = this.#words[row] ?? '';
        // Those after it would have no better place: one that is longer than what was typed only begins so.
        if (!best.takes(word, least === 0 ? Number(word.length > typed.length) : least)) break;
        consider(word, this.#lower[row] ?? '');
      }
    }
    return best.entries;
  }

  nearest(text: string, isCurrent: IsCurrent): string[] {
    const query = { compact: searchedWord(text) };
    const countEdits = createEditCounter(query);
    const best = new Shortlist(MAX_NEAREST, alphabetical);
    const consider = (word: string, lower: string) => {
      const edits = countEdits({ compact: lower });
      if (edits !== null && best.takes(word, edits) && isCurrent(word)) best.add(word, edits);
    };
    for (const word of this.#latest) consider(word, word.toLowerCase());
    for (const row of this.#slips.near(query)) consider(this.#words[row] ?? '', this.#lower[row] ?? '');
    return best.entries.length > 0 ? best.entries : this.suggest(text, isCurrent, MAX_NEAREST);
  }

  /** Puts the latest words among the others, once they are many. */
  *settle(isCurrent: IsCurrent): Generator<void, void> {
    if (this.#latest.length <= Math.max(MOST_LATEST, this.#words.length * SHARE_LATEST)) return;
    const words = [...new Set([...this.#words, ...this.#latest])].filter(
      (word) => isSuggested(word) && isCurrent(word),
    );
    yield* sortInSlices(words, shorterFirst);
    const lower = words.map((word) => word.toLowerCase());
    this.#grams = yield* GramIndex.of(words.length, (row) => [START + (lower[row] ?? '')]);
    this.#slips = yield* SlipIndex.of(words.length, (row) => lower[row] ?? '');
    [this.#words, this.#lower, this.#latest] = [words, lower, []];
  }
}
