import { sortInSlices } from '../shops/sort-in-slices.ts';
import type { CatalogueEntry } from './catalogue-entry.ts';
import { createEditCounter, type SearchText } from './search-text.ts';
import { Shortlist } from './shortlist.ts';
import { type IsCurrent, type Rank, type Searched, TextIndex } from './text-index.ts';

/** So many of the latest entries are looked at one by one, before the index is made anew. */
const MOST_LATEST = 128;

/**
 * The entries of a catalogue as they are searched. It may hold some that are current no more: whoever asks says which are, of those
 * with the same choice at most one.
 */
export class EntryIndex {
  #sorted: readonly CatalogueEntry[] = [];
  #texts = new TextIndex('texts');
  #names = new TextIndex('names');
  #latest: CatalogueEntry[] = [];

  /** A copy; what is added to either is not in the other. */
  next(): EntryIndex {
    const next = new EntryIndex();
    next.#sorted = this.#sorted;
    next.#texts = this.#texts;
    next.#names = this.#names;
    next.#latest = this.#latest.slice();
    return next;
  }

  add(entry: CatalogueEntry): void {
    this.#latest.push(entry);
  }

  /** Those that answer best, of the same rank the shortest label first. */
  best(what: Searched, query: SearchText, rank: Rank, limit: number, isCurrent: IsCurrent): CatalogueEntry[] {
    const best = new Shortlist(limit, shorterFirst);
    for (const entry of this.#latest.filter(isCurrent)) {
      for (const text of entry[what]) {
        const found = rank(text);
        if (found !== null) best.add(entry, found);
      }
    }
    (what === 'texts' ? this.#texts : this.#names).search(query, rank, best, isCurrent);
    return best.entries;
  }

  /** Those whose label is a slip or two off, the fewest slips first. */
  near(query: SearchText, limit: number, isCurrent: IsCurrent): CatalogueEntry[] {
    const best = new Shortlist(limit, shorterFirst);
    const countEdits = createEditCounter(query);
    for (const entry of this.#latest.filter(isCurrent)) {
      const edits = entry.texts[0] === undefined ? null : countEdits(entry.texts[0]);
      if (edits !== null) best.add(entry, edits);
    }
    this.#texts.searchNear(query, best, isCurrent);
    return best.entries;
  }

  /** Puts the latest entries among the others, once they are many. */
  *settle(isCurrent: IsCurrent): Generator<void, void> {
    if (this.#latest.length <= MOST_LATEST) return;
    // An entry that was gone and came back stands in both.
    const sorted = [...new Set([...this.#sorted, ...this.#latest])].filter(isCurrent);
    yield* sortInSlices(sorted, shorterFirst);
    this.#texts = yield* TextIndex.of('texts', sorted);
    this.#names = yield* TextIndex.of('names', sorted);
    this.#sorted = sorted;
    this.#latest = [];
  }
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
