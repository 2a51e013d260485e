import type { Catalogue } from '../../../src/market/search/catalogue.ts';
import type { CatalogueEntry } from '../../../src/market/search/catalogue-entry.ts';
import { createEditCounter, createRank, type SearchText, searchQuery } from '../../../src/market/search/search-text.ts';

/** What is found for a text, best first, by a look at every entry of the catalogue. `onSale`: types and keys that stand in shops. */
export function rankedByHand(
  catalogue: Catalogue,
  text: string,
  limit: number,
  onSale: ReadonlySet<string>,
): CatalogueEntry[] {
  const query = searchQuery(text);
  const entries = [...catalogue.types, ...catalogue.variants];
  if (query.compact === '') {
    return firstOf(
      [...catalogue.types],
      limit,
      ({ choice }) => [-catalogue.seen(choice.type)],
      () => 0,
    );
  }
  const later = ({ choice: { type, key } }: CatalogueEntry) => (onSale.has(key ?? type) ? 0 : 0.2);
  const first = (ranksOf: (entry: CatalogueEntry) => (number | null)[]) => firstOf(entries, limit, ranksOf, later);
  const ranksOf = (texts: readonly SearchText[]) => texts.map(createRank(query));
  const called = first(({ texts }) => ranksOf(texts));
  if (called.length === limit) return called;
  const countEdits = createEditCounter(query);
  const near = first(({ texts }) => texts.slice(0, 1).map(countEdits));
  const named = first(({ names }) => ranksOf(names));
  return [...new Set([...(called.length > 0 ? called : near), ...named])].slice(0, limit);
}

/** The same as one picks from it: what is called so, what has a word that begins so, what holds it, what has all words; each the most sold first. */
export function suggestedByHand(
  catalogue: Catalogue,
  text: string,
  limit: number,
  onSale: ReadonlySet<string>,
): CatalogueEntry[] {
  const query = searchQuery(text);
  const ranked = rankedByHand(catalogue, text, Math.max(limit, 200), onSale);
  if (query.compact === '') return ranked.slice(0, limit);
  const rankOf = ({ texts }: CatalogueEntry) =>
    Math.min(...texts.map(createRank(query)).map((rank) => rank ?? Number.POSITIVE_INFINITY));
  const having = (...ranks: number[]) => ranked.filter((entry) => ranks.includes(rankOf(entry)));
  const mostSold = (entries: CatalogueEntry[]) =>
    [...new Set(entries.map((entry) => catalogue.soldIn(entry)))]
      .sort((a, b) => b - a)
      .flatMap((sold) => entries.filter((entry) => catalogue.soldIn(entry) === sold));
  const called = [...having(0), ...having(0.25)];
  const held = [having(1, 2), having(3), having(4)].flatMap(mostSold);
  return [...called, ...held, ...having(Number.POSITIVE_INFINITY)].slice(0, limit);
}

/** Those with the least of their ranks, then by their labels and what they stand for; null: no rank. */
function firstOf(
  entries: readonly CatalogueEntry[],
  limit: number,
  ranksOf: (entry: CatalogueEntry) => (number | null)[],
  later: (entry: CatalogueEntry) => number,
): CatalogueEntry[] {
  return entries
    .map((entry) => ({
      entry,
      rank: later(entry) + Math.min(...ranksOf(entry).map((rank) => rank ?? Number.POSITIVE_INFINITY)),
    }))
    .filter(({ rank }) => rank < Number.POSITIVE_INFINITY)
    .sort((a, b) => a.rank - b.rank || (isBefore(a.entry, b.entry) ? -1 : 1))
    .slice(0, limit)
    .map(({ entry }) => entry);
}

function isBefore(a: CatalogueEntry, b: CatalogueEntry): boolean {
  if (a.label.length !== b.label.length) return a.label.length < b.label.length;
  if (a.label !== b.label) return a.label < b.label;
  return `${a.choice.type} ${a.choice.key ?? ''}` < `${b.choice.type} ${b.choice.key ?? ''}`;
}
