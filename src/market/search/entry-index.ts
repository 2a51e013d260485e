import { eachInSlices, sortInSlices } from '../shops/slices.ts';
import { Shortlist } from './best-of.ts';
import type { CatalogueEntry } from './catalogue-entry.ts';
import { createRank, createSlipCounter, type SearchText } from './search-text.ts';
import { addRanked, addSlipped, type IsSold, type SearchedTexts, TextIndex } from './text-index.ts';

/** Texts of an entry that can be meant by a slip, and how much worse: a name of the game's goes before a nickname. */
const SLIPPED = [
  { what: 'texts', worse: 0 },
  { what: 'nicknames', worse: 0.25 },
] as const;

/** The entries of a snapshot's catalogue, and the indexes of their texts. */
interface Indexed {
  readonly entries: ReadonlySet<CatalogueEntry>;
  readonly texts: TextIndex;
  readonly nicknames: TextIndex;
  readonly names: TextIndex;
}

/** Searches the entries of a catalogue: those of its snapshot by an index, later ones one by one. */
export class EntryIndex {
  readonly #indexed: Indexed | null;
  readonly #later: CatalogueEntry[] = [];

  /**
   * Builds the index of a snapshot's entries.
   * @param previous an index whose parts stay if its snapshot had the same entries
   */
  static *of(entries: Iterable<CatalogueEntry>, previous?: EntryIndex): Generator<void, EntryIndex> {
    const known = previous === undefined ? null : previous.#indexed;
    const all: CatalogueEntry[] = [];
    let fresh = 0;
    yield* eachInSlices(entries, (entry) => {
      all.push(entry);
      if (known?.entries.has(entry) !== true) fresh += 1;
    });
    if (known !== null && fresh === 0 && known.entries.size === all.length) return new EntryIndex(known);
    yield* sortInSlices(all, shorterFirst);
    return new EntryIndex(yield* indexEntries(all));
  }

  constructor(indexed: Indexed | null = null) {
    this.#indexed = indexed;
  }

  add(entry: CatalogueEntry): void {
    this.#later.push(entry);
  }

  /**
   * Finds the entries that answer best, of the same rank the shortest label first.
   * @param forms the query, then its other forms
   */
  best(what: SearchedTexts, forms: readonly SearchText[], limit: number, isSold: IsSold): CatalogueEntry[] {
    const rank = createRank(forms);
    const best = new Shortlist(limit, shorterFirst);
    for (const entry of this.#later) {
      for (const text of entry[what]) {
        const found = rank(text);
        if (found !== null) addRanked(best, entry, found, isSold);
      }
    }
    this.#indexed?.[what].search(forms, rank, best, isSold);
    return best.entries;
  }

  /** Finds the entries with a text that is a slip or two off, as a whole or in one word, the fewest slips first. */
  near(query: SearchText, limit: number, isSold: IsSold): CatalogueEntry[] {
    const best = new Shortlist(limit, shorterFirst);
    const countSlips = createSlipCounter(query);
    for (const entry of this.#later) {
      for (const { what, worse } of SLIPPED) {
        for (const text of entry[what]) {
          const slips = countSlips(text);
          if (slips !== null) addSlipped(best, entry, slips + worse, isSold);
        }
      }
    }
    for (const { what, worse } of SLIPPED) this.#indexed?.[what].searchNear(query, worse, best, isSold);
    return best.entries;
  }
}

function* indexEntries(entries: readonly CatalogueEntry[]): Generator<void, Indexed> {
  const texts = yield* TextIndex.of('texts', entries);
  const nicknames = yield* TextIndex.of('nicknames', entries);
  return { entries: new Set(entries), texts, nicknames, names: yield* TextIndex.of('names', entries) };
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
