import { eachInSlices } from '../shops/in-slices.ts';
import { GramIndex, START } from './gram-index.ts';
import { Layers } from './layers.ts';
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

/** Words in their order, as typed and in lower case. */
interface Words {
  readonly words: readonly string[];
  readonly lower: readonly string[];
  readonly grams: GramIndex;
  readonly slips: SlipIndex;
}

type IsCurrent = (word: string) => boolean;

/**
 * Many words, such as players' names, as they are searched. It answers as `suggestWords` and `nearestWords` do, without a look at
 * each. It may hold words that are current no more: whoever asks says which are.
 */
export class WordIndex {
  readonly #layers: Layers<string, Words>;

  constructor(layers = new Layers(shorterFirst, indexOf)) {
    this.#layers = layers;
  }

  /** A copy; what is added to either is not in the other. */
  next(): WordIndex {
    return new WordIndex(this.#layers.next());
  }

  /** Takes in a word that has become current. */
  add(word: string): void {
    if (isSuggested(word)) this.#layers.add(word);
  }

  suggest(text: string, isCurrent: IsCurrent, limit = MAX_CHOICES): string[] {
    const typed = searchedWord(text);
    const best = new Shortlist(limit, shorterFirst);
    const consider = (word: string, lower: string) => {
      const rank = rankOfWord(word, lower, typed);
      if (rank !== null && best.takes(word, rank) && isCurrent(word)) best.add(word, rank);
    };
    for (const word of this.#layers.latest) consider(word, word.toLowerCase());
    const tiers = [
      { least: 0, wanted: START + typed },
      { least: 2, wanted: typed },
    ];
    for (const { words, lower, grams } of this.#layers.indexes) {
      for (const { least, wanted } of tiers) {
        for (const row of grams.holding([wanted])) {
          const word = words[row] ?? '';
          // Those after it would have no better place: one that is longer than what was typed only begins so.
          if (!best.takes(word, least === 0 ? Number(word.length > typed.length) : least)) break;
          consider(word, lower[row] ?? '');
        }
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
    for (const word of this.#layers.latest) consider(word, word.toLowerCase());
    for (const { words, lower, slips } of this.#layers.indexes) {
      for (const row of slips.near(query)) consider(words[row] ?? '', lower[row] ?? '');
    }
    return best.entries.length > 0 ? best.entries : this.suggest(text, isCurrent, MAX_NEAREST);
  }

  /** Gives the latest words an index, once they are many. */
  settle(isCurrent: IsCurrent): Generator<void, void> {
    return this.#layers.settle(isCurrent);
  }
}

function* indexOf(words: readonly string[]): Generator<void, Words> {
  const lower: string[] = [];
  yield* eachInSlices(words, (word) => lower.push(word.toLowerCase()));
  const grams = yield* GramIndex.of(words.length, (row) => [START + (lower[row] ?? '')]);
  const slips = yield* SlipIndex.of(words.length, (row) => lower[row] ?? '');
  return { words, lower, grams, slips };
}
