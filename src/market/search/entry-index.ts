import type { CatalogueEntry } from './catalogue-entry.ts';
import { Layers } from './layers.ts';
import { createEditCounter, type SearchText } from './search-text.ts';
import { Shortlist } from './shortlist.ts';
import { addLate, type Lateness, type Rank, type Searched, TextIndex } from './text-index.ts';

/**
 * The entries of a catalogue as they are searched. It may hold some that are current no more: whoever asks says which are, of those
 * with the same choice at most one, and which come later.
 */
export class EntryIndex {
  readonly #layers: Layers<CatalogueEntry, Record<Searched, TextIndex>>;

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

  /** Those that answer best, of the same rank the shortest label first. */
  best(what: Searched, query: SearchText, rank: Rank, limit: number, latenessOf: Lateness): CatalogueEntry[] {
    const best = new Shortlist(limit, shorterFirst);
    for (const entry of this.#layers.latest) {
      for (const text of entry[what]) {
        const found = rank(text);
        if (found !== null) addLate(best, entry, found, latenessOf);
      }
    }
    for (const index of this.#layers.indexes) index[what].search(query, rank, best, latenessOf);
    return best.entries;
  }

  /** Those whose label is a slip or two off, the fewest slips first. */
  near(query: SearchText, limit: number, latenessOf: Lateness): CatalogueEntry[] {
    const best = new Shortlist(limit, shorterFirst);
    const countEdits = createEditCounter(query);
    for (const entry of this.#layers.latest) {
      const edits = entry.texts[0] === undefined ? null : countEdits(entry.texts[0]);
      if (edits !== null) addLate(best, entry, edits, latenessOf);
    }
    for (const { texts } of this.#layers.indexes) texts.searchNear(query, best, latenessOf);
    return best.entries;
  }

  /** Gives the latest entries an index, once they are many. */
  settle(isCurrent: (entry: CatalogueEntry) => boolean): Generator<void, void> {
    return this.#layers.settle(isCurrent);
  }
}

function* indexesOf(sorted: readonly CatalogueEntry[]): Generator<void, Record<Searched, TextIndex>> {
  return { texts: yield* TextIndex.of('texts', sorted), names: yield* TextIndex.of('names', sorted) };
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
