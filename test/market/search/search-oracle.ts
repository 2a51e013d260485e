import type { Catalogue, SellersOf } from '../../../src/market/search/catalogue.ts';
import type { CatalogueEntry } from '../../../src/market/search/catalogue-entry.ts';
import {
  createRanker,
  createTypoCounter,
  type SearchText,
  searchQuery,
} from '../../../src/market/search/search-text.ts';
import { wordForms } from '../../../src/market/search/word-forms.ts';

const NONE = Number.POSITIVE_INFINITY;

/** Returns the suggestions for a text by checking every entry of the catalogue. */
export function suggestedByHand(
  catalogue: Catalogue,
  text: string,
  limit: number,
  sellersOf: SellersOf,
): CatalogueEntry[] {
  const query = searchQuery(text);
  const entries = [...catalogue.types, ...catalogue.variants];
  const sold = ({ choice }: CatalogueEntry) => sellersOf(choice);
  if (query.compact === '') return ordered([...catalogue.types], (entry) => [-sold(entry)]).slice(0, limit);
  const rank = createRanker(wordForms(query, 'en'));
  const best = (texts: readonly SearchText[]) => Math.min(...texts.map((one) => rank(one) ?? NONE));
  const countSlips = createTypoCounter(query);
  const slips = (texts: readonly SearchText[]) => Math.min(...texts.map((one) => countSlips(one) ?? NONE));
  const late = (entry: CatalogueEntry, score: number) => score + (sold(entry) > 0 ? 0 : score < 1 ? 0.2 : 5);
  const first = (of: (entry: CatalogueEntry) => number) =>
    ordered(entries, (entry) => [of(entry)])
      .filter((entry) => of(entry) < NONE)
      .slice(0, 200);
  const called = first((entry) => late(entry, best(entry.texts)));
  const nicknamed = first((entry) => late(entry, best(entry.nicknames)));
  const isFull = called.length === 200;
  const near = first((entry) => {
    const least = Math.min(slips(entry.texts), slips(entry.nicknames) + 0.25);
    return least + (sold(entry) > 0 ? 0 : 0.2);
  });
  const named = first((entry) => late(entry, best(entry.names)));

  const placeOf = (entry: CatalogueEntry): number[] => {
    const [name, nickname] = [best(entry.texts), best(entry.nicknames)];
    if (name < 1) return [name];
    const isByEnchantment = entry.plain !== undefined && rank(entry.plain) === null;
    const byName = name === NONE ? NONE : isByEnchantment ? (name < 3 ? 2.2 : 4) : Math.max(2, Math.floor(name));
    const byNickname = nickname < 1 ? 2.5 : nickname < 3 ? 2.7 : nickname < NONE ? 4.5 : NONE;
    const isLate = sold(entry) === 0 && nickname >= 1;
    return [Math.min(byName, byNickname) + (isLate ? 10 : 0), nickname < 1 ? 0 : 1, -sold(entry)];
  };
  const answering = [...new Set([...called, ...nicknamed])];
  const placed = answering
    .map((entry) => ({ entry, place: placeOf(entry) }))
    .sort((a, b) => compare(a.place, b.place))
    .map(({ entry }) => entry);
  return [...new Set([...placed, ...(isFull ? [] : [...near, ...named])])].slice(0, limit);
}

/** Sorts by the given numbers, then by label and choice. */
function ordered(entries: readonly CatalogueEntry[], of: (entry: CatalogueEntry) => number[]): CatalogueEntry[] {
  return entries
    .map((entry) => ({ entry, numbers: of(entry) }))
    .sort((a, b) => compare(a.numbers, b.numbers) || (isBefore(a.entry, b.entry) ? -1 : 1))
    .map(({ entry }) => entry);
}

function compare(a: readonly number[], b: readonly number[]): number {
  const at = a.findIndex((number, place) => number !== (b[place] ?? 0));
  return at < 0 ? 0 : (a[at] ?? 0) - (b[at] ?? 0);
}

function isBefore(a: CatalogueEntry, b: CatalogueEntry): boolean {
  if (a.label.length !== b.label.length) return a.label.length < b.label.length;
  if (a.label !== b.label) return a.label < b.label;
  return `${a.choice.type} ${a.choice.key ?? ''}` < `${b.choice.type} ${b.choice.key ?? ''}`;
}
