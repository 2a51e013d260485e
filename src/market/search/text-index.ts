import { eachInSlices } from '../shops/slices.ts';
import type { Shortlist } from './bounded-lists.ts';
import type { CatalogueEntry } from './catalogue-entry.ts';
import { GramIndex, TEXT_START, TypoIndex } from './gram-index.ts';
import {
  createEditCounter,
  editsAllowed,
  MAX_EDIT_CHARACTERS,
  type SearchText,
  searchWords,
  typoWordsOf,
  WORD_TYPO_PENALTY,
} from './search-text.ts';

/** The searched texts of an entry: the game's names, players' nicknames of the game's items, or players' own names. */
export type SearchedTexts = 'texts' | 'nicknames' | 'names';
/** Whether a shop sells the entry now; null for an entry that has left the catalogue. */
export type IsSold = (entry: CatalogueEntry) => boolean | null;

/**
 * Ranks a text by how well it matches a query, 0 best; null without a match. Below 1, the text equals the query or its
 * plural. Below 2, it begins with the query. Below 4, it contains the query in one piece. From 4 on, its words begin
 * with all words of the query.
 */
export type RankText = (text: SearchText) => number | null;

/** Penalties of entries that no shop sells: they come last, unless the text is their full name. */
const UNSOLD_PENALTY = 5;
const UNSOLD_EXACT_PENALTY = 0.2;
/** Maximum number of vocabulary words tried in place of one word of a query. */
const MOST_TYPO_WORDS = 64;

/** Adds an entry to the list by its score and whether it is sold. */
export function addByRank(best: Shortlist<CatalogueEntry>, entry: CatalogueEntry, score: number, isSold: IsSold): void {
  const sold = isSold(entry);
  if (sold !== null) best.add(entry, score + (sold ? 0 : score < 1 ? UNSOLD_EXACT_PENALTY : UNSOLD_PENALTY));
}

/** Adds an entry to the list, the fewest typos first; ties go to entries that shops sell. */
export function addByTypos(
  best: Shortlist<CatalogueEntry>,
  entry: CatalogueEntry,
  slips: number,
  isSold: IsSold,
): void {
  const sold = isSold(entry);
  if (sold !== null) best.add(entry, slips + (sold ? 0 : UNSOLD_EXACT_PENALTY));
}

/** The distinct words of many texts that are long enough to tolerate a typo. */
interface Vocabulary {
  readonly words: readonly string[];
  readonly slips: TypoIndex;
}

/** Finds the matching entries without reading each. The entries are sorted. */
export class TextIndex {
  readonly #what: SearchedTexts;
  readonly #entries: readonly CatalogueEntry[];
  readonly #grams: GramIndex;
  /** By number of a whole text, the row of its entry. */
  readonly #textRows: Int32Array;
  readonly #slips: TypoIndex;
  readonly #vocabulary: Vocabulary;
  /** The length of each entry’s shortest text. */
  readonly #lengths: readonly number[];

  static *of(what: SearchedTexts, sorted: readonly CatalogueEntry[]): Generator<void, TextIndex> {
    const entries: CatalogueEntry[] = [];
    const lengths: number[] = [];
    const wholes: string[] = [];
    const rows: number[] = [];
    const words = new Set<string>();
    yield* eachInSlices(sorted, (entry) => {
      const texts = entry[what];
      if (texts.length === 0) return;
      lengths.push(texts.reduce((least, { compact }) => Math.min(least, compact.length), Infinity));
      // Typos in players' own names are not corrected.
      for (const text of what === 'names' ? [] : texts) {
        for (const word of typoWordsOf(text)) words.add(word);
        if (text.compact.length > MAX_EDIT_CHARACTERS) continue;
        wholes.push(text.compact);
        rows.push(entries.length);
      }
      entries.push(entry);
    });
    const grams = yield* GramIndex.of(entries.length, (row) =>
      (entries[row]?.[what] ?? []).flatMap(({ compact, spaced }) => [TEXT_START + compact, spaced]),
    );
    const slips = yield* TypoIndex.of(wholes.length, (row) => wholes[row] ?? '');
    const vocabulary = yield* vocabularyOf(words);
    return new TextIndex(what, entries, lengths, grams, Int32Array.from(rows), slips, vocabulary);
  }

  private constructor(
    what: SearchedTexts,
    entries: readonly CatalogueEntry[],
    lengths: readonly number[],
    grams: GramIndex,
    textRows: Int32Array,
    slips: TypoIndex,
    vocabulary: Vocabulary,
  ) {
    this.#what = what;
    this.#entries = entries;
    this.#grams = grams;
    this.#textRows = textRows;
    this.#slips = slips;
    this.#vocabulary = vocabulary;
    this.#lengths = lengths;
  }

  /**
   * Adds the best matches to the list, which has the order of the entries.
   * @param forms the query and its other forms, in the order of `rank`
   */
  search(forms: readonly SearchText[], rank: RankText, best: Shortlist<CatalogueEntry>, isSold: IsSold): void {
    for (const form of forms) this.#searchForm(form, rank, best, isSold);
  }

  #searchForm(query: SearchText, rank: RankText, best: Shortlist<CatalogueEntry>, isSold: IsSold): void {
    const beginnings = searchWords(query).map((word) => ` ${word}`);
    const tiers = [
      { least: 0, rows: this.#equalTo(query) },
      { least: 1, rows: this.#grams.holding([TEXT_START + query.compact]) },
      { least: 2, rows: this.#grams.holding([query.compact, ...beginnings]) },
      { least: 3, rows: this.#grams.holding([query.compact]) },
      { least: 4, rows: this.#grams.holding(beginnings) },
    ];
    for (const { least, rows } of tiers) {
      for (const row of rows) {
        const entry = this.#entries[row];
        // Later entries rank no better.
        if (entry === undefined || !best.takes(entry, least)) break;
        for (const text of entry[this.#what]) {
          const found = rank(text);
          if (found !== null && best.takes(entry, found)) addByRank(best, entry, found, isSold);
        }
      }
    }
  }

  /**
   * Adds the entries with a text one or two typos away, as a whole or in one word.
   * @param worse penalty added to the number of typos
   */
  searchNear(query: SearchText, worse: number, best: Shortlist<CatalogueEntry>, isSold: IsSold): void {
    const countEdits = createEditCounter(query);
    for (const number of this.#slips.near(query)) {
      const row = this.#textRows[number] ?? 0;
      const entry = this.#entries[row];
      if (entry === undefined) continue;
      for (const text of entry[this.#what]) {
        const edits = countEdits(text);
        if (edits !== null && best.takes(entry, edits + worse)) addByTypos(best, entry, edits + worse, isSold);
      }
    }
    for (const at of searchWords(query).keys()) this.#searchSlipIn(query, at, worse, best, isSold);
  }

  #searchSlipIn(query: SearchText, at: number, worse: number, best: Shortlist<CatalogueEntry>, isSold: IsSold): void {
    const words = searchWords(query);
    const beginnings = words.filter((_, place) => place !== at).map((other) => ` ${other}`);
    for (const { known, edits } of this.#wordsNear(words[at] ?? '')) {
      const score = edits + WORD_TYPO_PENALTY + worse;
      for (const row of this.#grams.holding([` ${known}`, ...beginnings])) {
        const entry = this.#entries[row];
        if (entry === undefined || !best.takes(entry, score)) break;
        const isMeant = entry[this.#what].some(
          ({ spaced }) =>
            `${spaced} `.includes(` ${known} `) && beginnings.every((beginning) => spaced.includes(beginning)),
        );
        if (isMeant) addByTypos(best, entry, score, isSold);
      }
    }
  }

  /**
   * Returns the vocabulary words one or two typos away, the fewest typos first. It omits words that begin with the
   * given word, which the search finds without typos.
   */
  #wordsNear(word: string): readonly { readonly known: string; readonly edits: number }[] {
    if (editsAllowed({ compact: word }) === 0) return [];
    const countEdits = createEditCounter({ compact: word });
    const found: { readonly known: string; readonly edits: number }[] = [];
    for (const row of this.#vocabulary.slips.near({ compact: word })) {
      const known = this.#vocabulary.words[row] ?? '';
      const edits = known.startsWith(word) ? null : countEdits({ compact: known });
      if (edits !== null) found.push({ known, edits });
    }
    return found.sort((a, b) => a.edits - b.edits || (a.known < b.known ? -1 : 1)).slice(0, MOST_TYPO_WORDS);
  }

  /** Yields the rows that may equal the query. */
  *#equalTo({ compact }: SearchText): Generator<number, void> {
    for (const row of this.#grams.holding([TEXT_START + compact])) {
      if ((this.#lengths[row] ?? 0) <= compact.length) yield row;
    }
  }
}

function* vocabularyOf(words: ReadonlySet<string>): Generator<void, Vocabulary> {
  const all = [...words];
  return { words: all, slips: yield* TypoIndex.of(all.length, (row) => all[row] ?? '') };
}
