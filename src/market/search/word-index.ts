import { eachInSlices } from '../shops/in-slices.ts';
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

/** Many words, such as players' names, searched as `suggestWords` and `nearestWords` do, without a look at each. */
export class WordIndex {
  /** All words, each once. */
  readonly words: ReadonlySet<string>;
  /** Those that can be suggested, in their order, as typed and in lower case. */
  readonly #sorted: readonly string[];
  readonly #lower: readonly string[];
  readonly #grams: GramIndex;
  readonly #slips: SlipIndex;

  /** @param previous an index that is taken as it is if its words are the same */
  static *of(words: ReadonlySet<string>, previous?: WordIndex): Generator<void, WordIndex> {
    if (previous !== undefined && (yield* areSame(words, previous.words))) return previous;
    const sorted: string[] = [];
    yield* eachInSlices(words, (word) => {
      if (isSuggested(word)) sorted.push(word);
    });
    yield* sortInSlices(sorted, shorterFirst);
    const lower: string[] = [];
    yield* eachInSlices(sorted, (word) => lower.push(word.toLowerCase()));
    const grams = yield* GramIndex.of(sorted.length, (row) => [START + (lower[row] ?? '')]);
    const slips = yield* SlipIndex.of(sorted.length, (row) => lower[row] ?? '');
    return new WordIndex(words, sorted, lower, grams, slips);
  }

  private constructor(
    words: ReadonlySet<string>,
    sorted: readonly string[],
    lower: readonly string[],
    grams: GramIndex,
    slips: SlipIndex,
  ) {
    this.words = words;
    this.#sorted = sorted;
    this.#lower = lower;
    this.#grams = grams;
    this.#slips = slips;
  }

  suggest(text: string, limit = MAX_CHOICES): string[] {
    const typed = searchedWord(text);
    const best = new Shortlist(limit, shorterFirst);
    const tiers = [
      { least: 0, wanted: START + typed },
      { least: 2, wanted: typed },
    ];
    for (const { least, wanted } of tiers) {
      for (const row of this.#grams.holding([wanted])) {
        const word = this.#sorted[row] ?? '';
        // Those after it would have no better place: one that is longer than what was typed only begins so.
        if (!best.takes(word, least === 0 ? Number(word.length > typed.length) : least)) break;
        const rank = rankOfWord(word, this.#lower[row] ?? '', typed);
        if (rank !== null) best.add(word, rank);
      }
    }
    return best.entries;
  }

  nearest(text: string): string[] {
    const query = { compact: searchedWord(text) };
    const countEdits = createEditCounter(query);
    const best = new Shortlist(MAX_NEAREST, alphabetical);
    for (const row of this.#slips.near(query)) {
      const edits = countEdits({ compact: this.#lower[row] ?? '' });
      if (edits !== null) best.add(this.#sorted[row] ?? '', edits);
    }
    return best.entries.length > 0 ? best.entries : this.suggest(text, MAX_NEAREST);
  }
}

function* areSame(words: ReadonlySet<string>, others: ReadonlySet<string>): Generator<void, boolean> {
  if (words.size !== others.size) return false;
  let isSame = true;
  yield* eachInSlices(words, (word) => {
    isSame &&= others.has(word);
  });
  return isSame;
}
