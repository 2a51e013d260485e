import { currentType } from '../item/current-type.ts';
import { ENGLISH_NAMES } from '../item/english-names.ts';
import { fitGraphemes } from '../item/fit-graphemes.ts';
import type { ItemChoice } from '../item/item.ts';
import { labelOf } from '../item/label.ts';
import type { Market } from '../market.ts';
import type { Catalogue } from './catalogue.ts';
import type { CatalogueEntry } from './catalogue-entry.ts';
import { createEditCounter, createRank, type SearchText, searchQuery, searchText } from './search-text.ts';
import { suggestLastWord, suggestWords } from './suggest-words.ts';

/** Discord: a choice's name and value have at most 100 characters, and an answer at most 25 choices. */
const MAX_CHARACTERS = 100;
const MAX_CHOICES = 25;
/** So many that answer a text best are weighed by how much they are sold. */
const WEIGHED = 200;
/** The tier of what no text of the game leads to. */
const LAST = 9;

/** One line of an autocomplete. `value`: an item type, or `#` and a variant's key. `name`: players' text, raw. */
export interface Suggestion {
  readonly name: string;
  readonly value: string;
  readonly choice: ItemChoice;
}

/** `eyeofender` -> `ENDER_EYE`: what the letters of its name do not spell. */
const TYPES_BY_NAME: ReadonlyMap<string, string> = new Map(
  [...ENGLISH_NAMES].map(([type, name]) => [searchText(name).compact, type]),
);

/** What is searched: the market, or anything with its catalogue. */
interface Searched {
  readonly catalogue: Catalogue;
}

export type Resolved =
  /** `by`: what the game calls it, or a name that the service shows, which may be a player's. */
  | { readonly kind: 'found'; readonly choice: ItemChoice; readonly label: string; readonly by: 'item' | 'name' }
  /** `didYouMean`: labels of items, the likeliest first. `isSlip`: what was typed is one letter off the first of them. */
  | { readonly kind: 'unknown'; readonly didYouMean: readonly string[]; readonly isTypo: boolean };

/** Items for what a person has typed so far, the best first; for nothing typed the most traded types. */
export function suggestItems({ catalogue }: Searched, text: string, limit = MAX_CHOICES): Suggestion[] {
  const query = searchQuery(withoutNamespace(text));
  const entries = rankedEntries(catalogue, query, Math.max(limit, WEIGHED));
  return mostSoldFirst(catalogue, query, entries)
    .slice(0, limit)
    .map(({ label, choice }) => ({
      name: fitGraphemes(label || choice.type, MAX_CHARACTERS),
      value: choice.key === undefined ? choice.type : `#${choice.key}`,
      choice,
    }));
}

/**
 * Who types `sharp` means the book that most shops sell, not what has the shortest label. What is called so in full stays
 * first, what has the text within a word after what has it at a word's beginning; slips and players' names stay last.
 */
function mostSoldFirst(catalogue: Catalogue, query: SearchText, entries: readonly CatalogueEntry[]): CatalogueEntry[] {
  if (query.compact === '') return [...entries];
  const rank = createRank(query);
  return entries
    .map((entry) => {
      const best = entry.texts.reduce((least, text) => Math.min(least, rank(text) ?? LAST), LAST);
      const isWeighed = best >= 1 && best < LAST;
      return { entry, tier: isWeighed ? Math.max(2, best) : best, sold: isWeighed ? catalogue.soldIn(entry) : 0 };
    })
    .sort((a, b) => a.tier - b.tier || b.sold - a.sold)
    .map(({ entry }) => entry);
}

/** The item that an option's text means: a value of a suggestion, a type or a name in any spelling of case and gaps. */
export function resolveItem({ catalogue }: Searched, text: string): Resolved {
  const exact = withoutNamespace(text).trim();
  const identity = /^#[\da-f]{16}$/i.test(exact) && catalogue.identityOf(exact.slice(1).toLowerCase());
  if (identity) {
    const { type, key } = identity;
    return foundAs({ choice: { type, key }, label: labelOf(identity) }, 'item');
  }
  const named = catalogue.type(exact);
  if (named) return foundAs(named, 'item');
  const query = searchQuery(exact);
  if (query.compact === '') return { kind: 'unknown', didYouMean: [], isTypo: false };
  const nearest = rankedEntries(catalogue, query, 3);
  const [first, second] = nearest;
  // A name in one language can be another item's in another: the label goes before it.
  const called = nearest.find(({ texts }) => isCalled(texts.slice(0, 1), query)) ?? first;
  if (called && isCalled(called.texts, query)) return foundAs(called, 'item');
  // Of several that players call alike, none is meant more than the others.
  if (first && isCalled(first.names, query) && !isCalled(second?.names ?? [], query)) return foundAs(first, 'name');
  const isTypo = first?.texts[0] !== undefined && createEditCounter(query)(first.texts[0]) === 1;
  return { kind: 'unknown', didYouMean: nearest.map(({ label }) => label), isTypo };
}

function foundAs({ choice, label }: Pick<CatalogueEntry, 'choice' | 'label'>, by: 'item' | 'name'): Resolved {
  return { kind: 'found', choice, label, by };
}

/** Whether one of the texts is what was typed in full, or in the plural. */
function isCalled(texts: readonly SearchText[], query: SearchText): boolean {
  const rank = createRank(query);
  return texts.some((text) => (rank(text) ?? 1) < 1);
}

/**
 * The type that is meant where nobody knows it yet: `Netherite Ingot`, `netherite_ingot` -> `NETHERITE_INGOT`. The service
 * tells no list of its types. null: it can be none.
 */
export function typeNamed(text: string): string | null {
  const called = TYPES_BY_NAME.get(searchQuery(text).compact);
  if (called !== undefined) return called;
  const written = withoutNamespace(text)
    .trim()
    .replace(/[\s_'’-]+/g, '_')
    .toUpperCase();
  return /^[A-Z][A-Z0-9_]{1,63}$/.test(written) ? currentType(written) : null;
}

/** `minecraft:gold_ingot` as the game's own commands have it. */
function withoutNamespace(text: string): string {
  return text.replace(/^\s*minecraft:/i, '');
}

/** Player names of owners that hold what was typed. Players' text, raw. */
export function suggestOwners(market: Market, text: string): string[] {
  return market.index.byOwner.suggest(text);
}

export function suggestWorlds(market: Market, text: string): string[] {
  return suggestWords(market.worlds, text);
}

/** Ids of paintings that stand in shops, in containers too. */
export function suggestCanvases(market: Market, text: string): string[] {
  return suggestWords(market.canvases(), text);
}

/** Completes the last of several enchantments, from those seen in the market. */
export function suggestEnchantments({ catalogue }: Searched, text: string): string[] {
  return suggestLastWord(catalogue.enchantments, text);
}

/**
 * What the game calls things comes first, in full or in part, else with typos; what players call them comes after
 * that, so that no name of theirs hides or outranks an item.
 */
function rankedEntries(catalogue: Catalogue, query: SearchText, limit: number): CatalogueEntry[] {
  if (query.compact === '') return catalogue.mostSeen(limit);
  const rank = createRank(query);
  const found = catalogue.best('texts', query, rank, limit);
  if (found.length === limit) return found;
  const known = found.length > 0 ? found : catalogue.near(query, limit);
  const named = catalogue.best('names', query, rank, limit);
  return [...new Set([...known, ...named])].slice(0, limit);
}
