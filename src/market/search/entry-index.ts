import type { CatalogueEntry } from './catalogue-entry.ts';
import { Layers } from './layers.ts';
import { createRank, createSlipCounter, type SearchText } from './search-text.ts';
import { Shortlist } from './shortlist.ts';
import { addRanked, addSlipped, type IsSold, type SearchedTexts, TextIndex } from './text-index.ts';

/** Texts of an entry that can be meant by a slip, and how much worse: a name of the game's goes before a nickname. */
const SLIPPED = [
  { what: 'texts', worse: 0 },
  { what: 'nicknames', worse: 0.25 },
] as const;

/**
 * The entries of a catalogue as they are searched. It may hold entries that are not current any more: the caller says which are, and
 * of those with the same choice at most one is.
 */
export class EntryIndex {
  readonly #layers: Layers<CatalogueEntry, Record<SearchedTexts, TextIndex>>;

  constructor(layers = new Layers(shorterFirst, indexesOf)) {
    this.#layers = layers;
  }

  /** A copy; what is added to either is not in the other. */
  next(): EntryIndex {
    return new EntryIndex(this.#layers.next());
  }

  add(entry: CatalogueEntry): void {
    this.#layers.add(entry);
  }

  /**
   * Finds the entries that answer best, of the same rank the shortest label first.
   * @param forms the query, then its other forms
   */
  best(what: SearchedTexts, forms: readonly SearchText[], limit: number, isSold: IsSold): CatalogueEntry[] {
    const rank = createRank(forms);
    const best = new Shortlist(limit, shorterFirst);
    for (const entry of this.#layers.latest) {
      for (const text of entry[what]) {
        const found = rank(text);
        if (found !== null) addRanked(best, entry, found, isSold);
      }
    }
    for (const index of this.#layers.indexes) index[what].search(forms, rank, best, isSold);
    return best.entries;
  }

  /** Finds the entries with a text that is a slip or two off, as a whole or in one word, the fewest slips first. */
  near(query: SearchText, limit: number, isSold: IsSold): CatalogueEntry[] {
    const best = new Shortlist(limit, shorterFirst);
    const countSlips = createSlipCounter(query);
    for (const entry of this.#layers.latest) {
      for (const { what, worse } of SLIPPED) {
        for (const text of entry[what]) {
          const slips = countSlips(text);
          if (slips !== null) addSlipped(best, entry, slips + worse, isSold);
        }
      }
    }
    for (const index of this.#layers.indexes) {
      for (const { what, worse } of SLIPPED) index[what].searchNear(query, worse, best, isSold);
    }
    return best.entries;
  }

  /** Gives the latest entries an index, once they are many. */
  settle(isCurrent: (entry: CatalogueEntry) => boolean): Generator<void, void> {
    return this.#layers.settle(isCurrent);
  }
}

function* indexesOf(sorted: readonly CatalogueEntry[]): Generator<void, Record<SearchedTexts, TextIndex>> {
  return {
    texts: yield* TextIndex.of('texts', sorted),
    nicknames: yield* TextIndex.of('nicknames', sorted),
    names: yield* TextIndex.of('names', sorted),
  };
}

/**
 * Short labels first: who types `diamond` means the diamond before the diamond axe. Equal labels by what they stand for,
 * so that no two entries tie.
 */
export function shorterFirst(a: CatalogueEntry, b: CatalogueEntry): number {
  return a.label.length - b.label.length || order(a.label, b.label) || order(idOf(a), idOf(b));
}

function idOf({ choice }: CatalogueEntry): string {
  return `${choice.type} ${choice.key ?? ''}`;
}

function order(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
