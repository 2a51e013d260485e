import { eachInSlices } from '../shops/in-slices.ts';
import type { CatalogueEntry } from './catalogue-entry.ts';
import { GramIndex, START } from './gram-index.ts';
import { createEditCounter, type SearchText, searchWords } from './search-text.ts';
import type { Shortlist } from './shortlist.ts';
import { SlipIndex } from './slip-index.ts';

/** What is searched: what the game calls things, or what players do. */
export type Searched = 'texts' | 'names';
/** How much later an entry comes than others that answer as well, 0 or more; null: it is current no more. */
export type Lateness = (entry: CatalogueEntry) => number | null;

/**
 * How well a text answers a query, 0 best; null: not at all. What answers with less than 1 is the query, but for an `s` at the
 * query's end; with less than 2, it begins with the query; with less than 4, it holds the query in one piece; with 3 it does
 * so anywhere, with all else words of it begin with the query's.
 */
export type Rank = (text: SearchText) => number | null;

/** Puts an entry on the list by its score and lateness, if it is current. */
export function addLate(
  best: Shortlist<CatalogueEntry>,
  entry: CatalogueEntry,
  score: number,
  latenessOf: Lateness,
): void {
  const lateness = latenessOf(entry);
  if (lateness !== null) best.add(entry, score + lateness);
}

/** Entries in their order, of which those that answer are found without a look at each. */
export class TextIndex {
  readonly #what: Searched;
  readonly #entries: readonly CatalogueEntry[];
  readonly #grams: GramIndex;
  readonly #slips: SlipIndex;
  /** By entry: the length of its shortest text. */
  readonly #lengths: readonly number[];

  static *of(what: Searched, sorted: readonly CatalogueEntry[]): Generator<void, TextIndex> {
    const entries: CatalogueEntry[] = [];
    const lengths: number[] = [];
    yield* eachInSlices(sorted, (entry) => {
      const texts = entry[what];
      if (texts.length === 0) return;
      entries.push(entry);
      lengths.push(texts.reduce((least, { compact }) => Math.min(least, compact.length), Infinity));
    });
    const textsOf = (row: number) => entries[row]?.[what] ?? [];
    const grams = yield* GramIndex.of(entries.length, (row) =>
      textsOf(row).flatMap(({ compact, spaced }) => [START + compact, spaced]),
    );
    const slips = yield* SlipIndex.of(entries.length, (row) => textsOf(row)[0]?.compact ?? '');
    return new TextIndex(what, entries, lengths, grams, slips);
  }

  private constructor(
    what: Searched,
    entries: readonly CatalogueEntry[],
    lengths: readonly number[],
    grams: GramIndex,
    slips: SlipIndex,
  ) {
    this.#what = what;
    this.#entries = entries;
    this.#grams = grams;
    this.#slips = slips;
    this.#lengths = lengths;
  }

  /** Puts on the list what answers best of the entries that are current. The list has their order. */
  search(query: SearchText, rank: Rank, best: Shortlist<CatalogueEntry>, latenessOf: Lateness): void {
    const beginnings = searchWords(query).map((word) => ` ${word}`);
    const tiers = [
      { least: 0, rows: this.#equalTo(query) },
      { least: 1, rows: this.#grams.holding([START + query.compact]) },
      { least: 2, rows: this.#grams.holding([query.compact, ...beginnings]) },
      { least: 3, rows: this.#grams.holding([query.compact]) },
      { least: 4, rows: this.#grams.holding(beginnings) },
    ];
    for (const { least, rows } of tiers) {
      for (const row of rows) {
        const entry = this.#entries[row];
        // Those after it would have no better place.
        if (entry === undefined || !best.takes(entry, least)) break;
        for (const text of entry[this.#what]) {
          const found = rank(text);
          if (found !== null && best.takes(entry, found)) addLate(best, entry, found, latenessOf);
        }
      }
    }
  }

  /** Puts on the list the entries whose first text is a slip or two off. */
  searchNear(query: SearchText, best: Shortlist<CatalogueEntry>, latenessOf: Lateness): void {
    const countEdits = createEditCounter(query);
    for (const row of this.#slips.near(query)) {
      const entry = this.#entries[row];
      const text = entry?.[this.#what][0];
      const edits = text === undefined ? null : countEdits(text);
      if (entry !== undefined && edits !== null && best.takes(entry, edits)) addLate(best, entry, edits, latenessOf);
    }
  }

  /** Those that can be the query, in the singular too. */
  *#equalTo({ compact }: SearchText): Generator<number, void> {
    const singular = compact.replace(/(?<=.)s$/, '');
    for (const row of this.#grams.holding([START + singular])) {
      if ((this.#lengths[row] ?? 0) <= compact.length) yield row;
    }
  }
}
