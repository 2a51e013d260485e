import { eachInSlices, sortInSlices } from '../shops/slices.ts';
import { Shortlist } from './bounded-lists.ts';
import type { CatalogueEntry } from './catalogue-entry.ts';
import { createRanker, createTypoCounter, type SearchText } from './search-text.ts';
import { addByRank, addByTypos, type IsSold, type SearchedTexts, TextIndex } from './text-index.ts';

/** Texts of an entry that tolerate typos, with their penalty: the game's names come before nicknames. */
const TYPO_TEXTS = [
  { what: 'texts', worse: 0 },
  { what: 'nicknames', worse: 0.25 },
] as const;

/** The entries of a snapshot's catalogue, with the indexes of their texts. */
interface IndexedEntries {
  readonly entries: ReadonlySet<CatalogueEntry>;
  readonly texts: TextIndex;
  readonly nicknames: TextIndex;
  readonly names: TextIndex;
}

/** Maximum number of entries that are searched one by one, or skipped, before the whole index is rebuilt. */
const MOST_UNINDEXED_ENTRIES = 64;

/** Searches the entries of a catalogue: most of them by an index, the latest one by one. */
export class EntryIndex {
  readonly #indexed: IndexedEntries | null;
  readonly #later: CatalogueEntry[];
  /** All current entries if the index contains others too, else null. */
  readonly #current: ReadonlySet<CatalogueEntry> | null;

  /**
   * Builds the index of a snapshot's entries. Yields often.
   * @param previous an index that is reused if few entries have been added or removed since
   */
  static *of(entries: Iterable<CatalogueEntry>, previous?: EntryIndex): Generator<void, EntryIndex> {
    const known = previous === undefined ? null : previous.#indexed;
    const all: CatalogueEntry[] = [];
    const later: CatalogueEntry[] = [];
    yield* eachInSlices(entries, (entry) => {
      all.push(entry);
      if (known?.entries.has(entry) !== true) later.push(entry);
    });
    const gone = (known?.entries.size ?? 0) - (all.length - later.length);
    if (known !== null && later.length <= MOST_UNINDEXED_ENTRIES && gone <= MOST_UNINDEXED_ENTRIES) {
      return new EntryIndex(known, later, gone === 0 ? null : yield* setOf(all));
    }
    yield* sortInSlices(all, shortestLabelFirst);
    return new EntryIndex(yield* indexEntries(all));
  }

  constructor(
    indexed: IndexedEntries | null = null,
    later: CatalogueEntry[] = [],
    current: ReadonlySet<CatalogueEntry> | null = null,
  ) {
    this.#indexed = indexed;
    this.#later = later;
    this.#current = current;
  }

  add(entry: CatalogueEntry): void {
    this.#later.push(entry);
  }

  /**
   * Finds the best matches; ties go to the shortest label.
   * @param forms the query, then its other forms
   */
  best(what: SearchedTexts, forms: readonly SearchText[], limit: number, isSold: IsSold): CatalogueEntry[] {
    const rank = createRanker(forms);
    const best = new Shortlist(limit, shortestLabelFirst);
    for (const entry of this.#later) {
      for (const text of entry[what]) {
        const found = rank(text);
        if (found !== null) addByRank(best, entry, found, isSold);
      }
    }
    this.#indexed?.[what].search(forms, rank, best, this.#ofCurrent(isSold));
    return best.entries;
  }

  /** Finds the entries with a text one or two typos away, as a whole or in one word, the fewest typos first. */
  near(query: SearchText, limit: number, isSold: IsSold): CatalogueEntry[] {
    const best = new Shortlist(limit, shortestLabelFirst);
    const countSlips = createTypoCounter(query);
    for (const entry of this.#later) {
      for (const { what, worse } of TYPO_TEXTS) {
        for (const text of entry[what]) {
          const slips = countSlips(text);
          if (slips !== null) addByTypos(best, entry, slips + worse, isSold);
        }
      }
    }
    const isSoldNow = this.#ofCurrent(isSold);
    for (const { what, worse } of TYPO_TEXTS) this.#indexed?.[what].searchNear(query, worse, best, isSoldNow);
    return best.entries;
  }

  #ofCurrent(isSold: IsSold): IsSold {
    const current = this.#current;
    return current === null ? isSold : (entry) => (current.has(entry) ? isSold(entry) : null);
  }
}

function* indexEntries(entries: readonly CatalogueEntry[]): Generator<void, IndexedEntries> {
  const texts = yield* TextIndex.of('texts', entries);
  const nicknames = yield* TextIndex.of('nicknames', entries);
  const names = yield* TextIndex.of('names', entries);
  return { entries: yield* setOf(entries), texts, nicknames, names };
}

/** Builds a Set in slices. Creating one of ten thousand objects at once blocks the event loop for 10 ms. */
function* setOf<Entry>(entries: readonly Entry[]): Generator<void, ReadonlySet<Entry>> {
  const set = new Set<Entry>();
  yield* eachInSlices(entries, (entry) => set.add(entry));
  return set;
}

/**
 * Orders by the length of the label: a user who types `diamond` means the diamond before the diamond axe. Equal labels
 * are ordered by type and key, so that no two entries tie.
 */
export function shortestLabelFirst(a: CatalogueEntry, b: CatalogueEntry): number {
  return a.label.length - b.label.length || compareTexts(a.label, b.label) || compareTexts(idOf(a), idOf(b));
}

function idOf({ choice }: CatalogueEntry): string {
  return `${choice.type} ${choice.key ?? ''}`;
}

function compareTexts(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
