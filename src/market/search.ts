import { BestOf } from './best-of.ts';
import type { Catalogue, CatalogueEntry } from './catalogue.ts';
import { fitGraphemes } from './fit-graphemes.ts';
import type { ItemChoice } from './item.ts';
import { labelOf } from './label.ts';
import type { Market } from './market.ts';
import { rankOf, type SearchText, searchQuery, slipFinder } from './search-text.ts';
import { suggestLastWord, suggestWords } from './suggest-words.ts';

/** Discord: a choice's name and value have at most 100 characters, and an answer at most 25 choices. */
const MAX_CHARACTERS = 100;
const MAX_CHOICES = 25;

/** One line of an autocomplete. `value`: an item type, or `#` and a variant's key. `name`: players' text, raw. */
export interface Suggestion {
  readonly name: string;
  readonly value: string;
}

/** What is searched: the market, or anything with its catalogue. */
interface Searched {
  readonly catalogue: Catalogue;
}

export type Resolved =
  | { readonly kind: 'found'; readonly choice: ItemChoice; readonly label: string }
  /** `didYouMean`: labels of items, the likeliest first. */
  | { readonly kind: 'unknown'; readonly didYouMean: readonly string[] };

/** Items for what a person has typed so far, the best first; for nothing typed the most traded types. */
export function suggestItems({ catalogue }: Searched, text: string, limit = MAX_CHOICES): Suggestion[] {
  return rankedEntries(catalogue, searchQuery(withoutNamespace(text)), limit).map(({ label, choice }) => ({
    name: fitGraphemes(label || choice.type, MAX_CHARACTERS),
    value: choice.key === undefined ? choice.type : `#${choice.key}`,
  }));
}

/** The item that an option's text means: a value of a suggestion, a type or a name in any spelling of case and gaps. */
export function resolveItem({ catalogue }: Searched, text: string): Resolved {
  const exact = withoutNamespace(text).trim();
  const identity = /^#[\da-f]{16}$/i.test(exact) && catalogue.identityOf(exact.slice(1).toLowerCase());
  if (identity) {
    return { kind: 'found', choice: { type: identity.type, key: identity.key }, label: labelOf(identity) };
  }
  const named = catalogue.type(exact);
  if (named) return { kind: 'found', choice: named.choice, label: named.label };
  const query = searchQuery(exact);
  if (query.compact === '') return { kind: 'unknown', didYouMean: [] };
  const [first, ...others] = rankedEntries(catalogue, query, 3);
  if (first && (rankIn(first, query) ?? 1) < 1) return { kind: 'found', choice: first.choice, label: first.label };
  return { kind: 'unknown', didYouMean: first ? [first, ...others].map(({ label }) => label) : [] };
}

/** `minecraft:gold_ingot` as the game's own commands have it. */
function withoutNamespace(text: string): string {
  return text.replace(/^\s*minecraft:/i, '');
}

/** Player names of owners that hold what was typed. Players' text, raw. */
export function suggestOwners(market: Market, text: string): string[] {
  return suggestWords(market.ownerNames, text);
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

/** Slips of the hand are looked for in types alone, and only where nothing else answers. */
function rankedEntries(catalogue: Catalogue, query: SearchText, limit: number): CatalogueEntry[] {
  const best = new BestOf<{ entry: CatalogueEntry; rank: number }>(
    limit,
    (a, b) => a.rank - b.rank || shorterFirst(a.entry, b.entry),
  );
  if (query.compact === '') {
    for (const entry of catalogue.types) best.add({ entry, rank: -entry.seen });
    return best.sorted().map(({ entry }) => entry);
  }
  for (const entries of [catalogue.types, catalogue.variants]) {
    for (const entry of entries) {
      const rank = rankIn(entry, query);
      if (rank !== null) best.add({ entry, rank });
    }
  }
  const found = best.sorted().map(({ entry }) => entry);
  return found.length > 0 ? found : slipsOf(catalogue, query).slice(0, limit);
}

function slipsOf(catalogue: Catalogue, query: SearchText): CatalogueEntry[] {
  const isSlip = slipFinder(query);
  return [...catalogue.types].filter(({ texts }) => texts.some(isSlip));
}

/** The label counts a little more than other texts: whoever names a stone `Diamond` does not come before the diamond. */
function rankIn({ texts }: CatalogueEntry, query: SearchText): number | null {
  let best: number | null = null;
  for (const [position, text] of texts.entries()) {
    const rank = rankOf(text, query);
    if (rank === null) continue;
    const weighed = position === 0 ? rank : rank + 0.5;
    if (best === null || weighed < best) best = weighed;
  }
  return best;
}

/**
 * Short labels first: who types `diamond` means the diamond before the diamond axe. Equal labels by what they stand for,
 * so that no two entries tie.
 */
function shorterFirst(a: CatalogueEntry, b: CatalogueEntry): number {
  return a.label.length - b.label.length || order(a.label, b.label) || order(idOf(a), idOf(b));
}

function idOf({ choice }: CatalogueEntry): string {
  return `${choice.type} ${choice.key ?? ''}`;
}

function order(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
