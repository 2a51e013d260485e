import { createEditCounter, editsAllowed, type SearchText, searchWords } from './search-text.ts';
import type { Shortlist } from './shortlist.ts';
import { Signatures } from './signatures.ts';

/** Texts between two yields: each takes a microsecond or two. */
const SLICE = 256;

/**
 * How well a text answers a query, 0 best; null: not at all. What answers with less than 2 begins with the query, but for an `s` at
 * the query's end; with less than 3, its words begin with the letters of the query's; and all that answers holds the query's words.
 */
export type Rank = (text: SearchText) => number | null;

/**
 * The texts of many entries, of which those that answer are found without a closer look at each. Made once, of entries in their
 * order.
 */
export class TextIndex<Entry> {
  readonly #texts: SearchText[] = [];
  /** By text: whose it is. */
  readonly #entries: Entry[] = [];
  readonly #signatures: Signatures;

  /** An empty one: `of` makes others. */
  constructor(size = 0) {
    this.#signatures = new Signatures(size);
  }

  static *of<Entry>(
    sorted: readonly Entry[],
    textsOf: (entry: Entry) => readonly SearchText[],
  ): Generator<void, TextIndex<Entry>> {
    const index = new TextIndex<Entry>(sorted.reduce((sum, entry) => sum + textsOf(entry).length, 0));
    for (const entry of sorted) {
      for (const text of textsOf(entry)) {
        index.#signatures.set(index.#texts.length, text.compact, text.spaced);
        index.#texts.push(text);
        index.#entries.push(entry);
        if (index.#texts.length % SLICE === 0) yield;
      }
    }
    return index;
  }

  /** Puts on the list what answers best of the entries that are current. The list has the order of the index. */
  search(query: SearchText, rank: Rank, best: Shortlist<Entry>, isCurrent: (entry: Entry) => boolean): void {
    const words = searchWords(query);
    const tiers = [
      { least: 0, candidates: this.#beginning(query.compact.replace(/(?<=.)s$/, '')) },
      { least: 2, candidates: this.#signatures.holding(words, words) },
      { least: 3, candidates: this.#signatures.holding(words) },
    ];
    for (const { least, candidates } of tiers) {
      for (const at of candidates) {
        const [entry, text] = [this.#entries[at], this.#texts[at]];
        // Those after it have no better place, with the same rank.
        if (entry === undefined || text === undefined || !best.takes(entry, least)) break;
        const found = rank(text);
        if (found !== null && best.takes(entry, found) && isCurrent(entry)) best.add(entry, found);
      }
    }
  }

  /** Puts on the list the entries whose first text is a slip or two off. */
  searchNear(query: SearchText, best: Shortlist<Entry>, isCurrent: (entry: Entry) => boolean): void {
    const countEdits = createEditCounter(query);
    for (const at of this.#signatures.near(query.compact, editsAllowed(query))) {
      const [entry, text] = [this.#entries[at], this.#texts[at]];
      if (entry === undefined || text === undefined || this.#entries[at - 1] === entry) continue;
      const edits = countEdits(text);
      if (edits !== null && best.takes(entry, edits) && isCurrent(entry)) best.add(entry, edits);
    }
  }

  *#beginning(text: string): Generator<number, void> {
    for (const at of this.#signatures.beginning(text)) if (this.#texts[at]?.compact.startsWith(text)) yield at;
  }
}
