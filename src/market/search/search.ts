import { currentType } from '../item/current-type.ts';
import { normaliseEnchantments } from '../item/enchantments.ts';
import { ENGLISH_NAMES } from '../item/english-names.ts';
import { fitGraphemes } from '../item/fit-graphemes.ts';
import type { ItemChoice } from '../item/item.ts';
import { readableType } from '../item/item-name.ts';
import { labelOf } from '../item/label.ts';
import type { Market } from '../market.ts';
import { visibleName } from '../visible-name.ts';
import type { Catalogue, SellersOf } from './catalogue.ts';
import type { CatalogueEntry } from './catalogue-entry.ts';
import { typeOfNickname } from './nicknames.ts';
import { createEditCounter, createRanker, type SearchText, searchQuery, searchText } from './search-text.ts';
import { CHOICE_CHARACTERS, completeLastWord, MOST_CHOICES, suggestWords } from './suggest-words.ts';
import type { RankText } from './text-index.ts';
import { wordForms } from './word-forms.ts';

/** Number of best matches that are weighed by how many shops sell them. */
const MOST_WEIGHED_ENTRIES = 200;
/** Maximum number of guesses in an answer: the options of one menu. */
const MOST_ITEM_GUESSES = 25;
/** The rank of a text that contains the query within a word. */
const RANK_WITHIN_WORD = 3;

/** Sort positions of suggestions, lowest first. Ties go to the items that most shops sell. */
const POSITION = {
  /** A nickname ranks before names that contain the text within a word. */
  nickname: 2.5,
  nicknameBegins: 2.7,
  /** Ranks after all names that contain the text. */
  nicknameHolds: 4.5,
  /** An enchanted tool found by its enchantments alone ranks after the book with them. */
  enchanted: 2.2,
  /** Added for an item that no shop sells. */
  unsold: 10,
  slip: 30,
  named: 40,
} as const;

/** One autocomplete choice. `value`: an item type, or `#` and a variant's key. `name`: raw player text. */
export interface Suggestion {
  readonly name: string;
  readonly value: string;
  readonly choice: ItemChoice;
}

/** Types whose id differs from their name: `eyeofender` maps to `ENDER_EYE`. */
const TYPES_BY_COMPACT_NAME: ReadonlyMap<string, string> = new Map(
  [...ENGLISH_NAMES].map(([type, name]) => [searchText(name).compact, type]),
);

/** The market, or a catalogue with a counter of shops that sell an item. */
export interface SearchScope {
  readonly catalogue: Catalogue;
  readonly sellersOf: SellersOf;
}

/** The reader of an answer: their language, such as `pt-BR`, and their game's name of a type. */
export interface AnswerReader {
  readonly language: string;
  readonly nameOf: (type: string) => string | null;
}

const ENGLISH_READER: AnswerReader = { language: 'en', nameOf: () => null };

export interface ItemGuess {
  readonly choice: ItemChoice;
  readonly label: string;
}

export type ResolvedItem =
  /** `by`: a name from the game or the server, or one that the service shows and a player may have chosen. */
  | ({ readonly kind: 'found'; readonly by: 'item' | 'name' } & ItemGuess)
  /** The only item that the user can have meant. `isSlip`: it is one typo away; otherwise it is the only match. */
  | ({ readonly kind: 'guessed'; readonly isSlip: boolean } & ItemGuess)
  /** `guesses`: possible items, likeliest first. `isSlip`: the first of them is one typo away. */
  | { readonly kind: 'unknown'; readonly guesses: readonly ItemGuess[]; readonly isSlip: boolean };

/**
 * Suggests items for a partially typed text, best first. For an empty text, it suggests the types that most shops sell.
 * @param language the reader's, for plurals
 */
export function suggestItems(
  searched: SearchScope,
  text: string,
  limit = MOST_CHOICES,
  language = ENGLISH_READER.language,
): Suggestion[] {
  const query = searchQuery(stripNamespace(text));
  const most = Math.max(limit, MOST_WEIGHED_ENTRIES);
  const forms = wordForms(query, language);
  const entries =
    query.compact === ''
      ? searched.catalogue.mostSold(most, searched.sellersOf)
      : sortFound(foundEntries(searched, forms, most), forms, searched.sellersOf);
  return entries.slice(0, limit).map(({ label, choice }) => ({
    name: fitGraphemes(label || choice.type, CHOICE_CHARACTERS),
    value: optionValue(choice),
    choice,
  }));
}

export function optionValue({ type, key }: ItemChoice): string {
  return key === undefined ? type : `#${key}`;
}

/**
 * Sorts the matches of a query for suggestions: full names first, then by the quality of the match. Ties go to the
 * items that most shops sell. Unsold items come after all others, then typos, then players' own names.
 */
function sortFound(found: FoundEntries, forms: readonly SearchText[], sellersOf: SellersOf): readonly CatalogueEntry[] {
  const rank = createRanker(forms);
  const places = new Map<CatalogueEntry, SuggestionPosition>();
  const put = (entry: CatalogueEntry, place: SuggestionPosition) => {
    if (!places.has(entry)) places.set(entry, place);
  };
  for (const entry of [...found.called, ...found.nicknamed]) put(entry, positionOf(entry, rank, sellersOf));
  for (const entry of found.near) put(entry, { place: POSITION.slip, isNicknamed: false, sold: 0 });
  for (const entry of found.named) put(entry, { place: POSITION.named, isNicknamed: false, sold: 0 });
  return [...places]
    .sort(([, a], [, b]) => a.place - b.place || Number(b.isNicknamed) - Number(a.isNicknamed) || b.sold - a.sold)
    .map(([entry]) => entry);
}

interface SuggestionPosition {
  readonly place: number;
  /** Whether the whole text is a nickname of it: players who type `dia` mean the diamond before its tools. */
  readonly isNicknamed: boolean;
  readonly sold: number;
}

function positionOf(entry: CatalogueEntry, rank: RankText, sellersOf: SellersOf): SuggestionPosition {
  const best = bestRank(entry.texts, rank);
  const nickname = bestRank(entry.nicknames, rank);
  if (best !== null && best < 1) return { place: best, isNicknamed: false, sold: 0 };
  const isNicknamed = nickname !== null && nickname < 1;
  const byName = best === null ? Number.POSITIVE_INFINITY : rankPosition(entry, best, rank);
  const byNickname = nickname === null ? Number.POSITIVE_INFINITY : nicknamePosition(nickname);
  const sold = sellersOf(entry.choice);
  const unsold = sold > 0 || isNicknamed ? 0 : POSITION.unsold;
  return { place: Math.min(byName, byNickname) + unsold, isNicknamed, sold };
}

function nicknamePosition(rank: number): number {
  if (rank < 1) return POSITION.nickname;
  return rank < RANK_WITHIN_WORD ? POSITION.nicknameBegins : POSITION.nicknameHolds;
}

/** A text with the same beginning ranks like one with such a word: `sharp` means the most sold book. */
function rankPosition(entry: CatalogueEntry, best: number, rank: RankText): number {
  if (entry.plain !== undefined && rank(entry.plain) === null) return best < 3 ? POSITION.enchanted : 4;
  return Math.max(2, Math.floor(best));
}

function bestRank(texts: readonly SearchText[], rank: RankText): number | null {
  let best: number | null = null;
  for (const text of texts) {
    const found = rank(text);
    if (found !== null && (best === null || found < best)) best = found;
  }
  return best;
}

/**
 * Finds the item for an option's text: a suggestion's value, a type, a name or a nickname, in any case and spacing.
 * Without such a match, it finds the only match or the only item one typo away.
 */
export function resolveItem(searched: SearchScope, text: string, reader: AnswerReader = ENGLISH_READER): ResolvedItem {
  const { catalogue } = searched;
  const exact = stripNamespace(text).trim();
  const identity = /^#[\da-f]{16}$/i.test(exact) && catalogue.identityOf(exact.slice(1).toLowerCase());
  if (identity) {
    const { type, key } = identity;
    return foundResult({ choice: { type, key }, label: labelOf(identity) }, 'item');
  }
  const named = catalogue.type(exact);
  if (named) return foundResult(named, 'item');
  const query = searchQuery(exact);
  if (query.compact === '') return { kind: 'unknown', guesses: [], isSlip: false };
  const forms = wordForms(query, reader.language);
  const rank = createRanker(forms);
  const isCalled = (texts: readonly SearchText[]) => (bestRank(texts, rank) ?? 1) < 1;
  const entries = foundEntries(searched, forms, MOST_WEIGHED_ENTRIES);
  // A name in one language can belong to another item in another language, so labels take precedence.
  const called =
    entries.called.find(({ texts }) => isCalled(texts.slice(0, 1))) ??
    entries.called.find(({ texts }) => isCalled(texts));
  if (called) return foundResult(called, 'item');
  const [nicknamed, otherNicknamed] = entries.nicknamed.filter(({ nicknames }) => isCalled(nicknames));
  if (nicknamed && !otherNicknamed) return foundResult(nicknamed, 'item');
  const [own, ...otherOwn] = entries.named.filter(({ names }) => isCalled(names));
  // Several items with the same name are equally likely.
  if (own && otherOwn.length === 0) {
    // The names of a variant with `texts` come from the server.
    return foundResult(own, own.choice.key !== undefined && own.texts.length > 0 ? 'item' : 'name');
  }
  const likeliest = own ? [own, ...otherOwn] : sortFound(entries, forms, searched.sellersOf);
  return guessItem(likeliest, query, rank, entries, reader);
}

/** Returns the only item that the user can have meant, or several guesses. */
function guessItem(
  likeliest: readonly CatalogueEntry[],
  query: SearchText,
  rank: RankText,
  { called, nicknamed, near }: FoundEntries,
  { nameOf }: AnswerReader,
): ResolvedItem {
  const countEdits = createEditCounter(query);
  const isOff = (texts: readonly SearchText[]) => texts.some((text) => countEdits(text) === 1);
  const ownNames = ({ choice: { type, key }, label }: CatalogueEntry) =>
    [label, ...(key === undefined ? [readableType(type), nameOf(type) ?? ''] : [])].map(searchText);
  const slipsOf = (test: (entry: CatalogueEntry) => boolean) => (called.length > 0 ? [] : near.filter(test));
  const ofNames = slipsOf((entry) => isOff(ownNames(entry)));
  const slips = ofNames.length > 0 ? ofNames : slipsOf(({ nicknames }) => isOff(nicknames));
  const [slip] = slips;
  if (slip && slips.length === 1) return { kind: 'guessed', isSlip: true, choice: slip.choice, label: slip.label };
  // A type includes all of its kinds: `netherite pick` means the pickaxe, enchanted or not.
  const only = called.length === 1 ? called[0] : called.find(({ choice: { key } }) => key === undefined);
  // A match within a word is too vague to guess.
  const isClear =
    only !== undefined &&
    called.every(({ choice: { type } }) => type === only.choice.type) &&
    Math.floor(bestRank(only.texts, rank) ?? RANK_WITHIN_WORD) !== RANK_WITHIN_WORD;
  if (isClear) return { kind: 'guessed', isSlip: false, choice: only.choice, label: only.label };
  const isAlsoCalled = (entry: CatalogueEntry) => called.includes(entry) || nicknamed.includes(entry);
  const isMeant = (entry: CatalogueEntry) => called.length === 0 || isAlsoCalled(entry) || !near.includes(entry);
  const meant = likeliest.filter(isMeant);
  const guesses = meant.slice(0, MOST_ITEM_GUESSES).map(({ choice, label }) => ({ choice, label }));
  return { kind: 'unknown', guesses, isSlip: slip !== undefined };
}

function foundResult({ choice, label }: ItemGuess, by: 'item' | 'name'): ResolvedItem {
  return { kind: 'found', choice, label, by };
}

/**
 * Returns the type named by a text, even if the market does not know it: `Netherite Ingot`, `netherite_ingot` ->
 * `NETHERITE_INGOT`. The service has no list of its types.
 * @returns the type, or null if the text cannot be one
 */
export function typeFromName(text: string): string | null {
  const query = searchQuery(text);
  const called = TYPES_BY_COMPACT_NAME.get(query.compact) ?? typeOfNickname(query);
  if (called !== null) return called;
  const written = stripNamespace(text)
    .trim()
    .replace(/[\s_'’-]+/g, '_')
    .toUpperCase();
  return /^[A-Z][A-Z0-9_]{1,63}$/.test(written) ? currentType(written) : null;
}

/** Removes the namespace of `minecraft:gold_ingot`, as the game's own commands write it. */
function stripNamespace(text: string): string {
  return text.replace(/^\s*minecraft:/i, '');
}

/** Suggests names of owners that contain the typed text. They are raw player text. */
export function suggestOwners(market: Market, text: string): string[] {
  return market.index.byOwner.suggest(visibleName(text));
}

export function suggestWorlds(market: Market, text: string): string[] {
  return suggestWords(market.worlds, visibleName(text));
}

/** Suggests ids of paintings that shops sell, in containers too. */
export function suggestCanvases(market: Market, text: string): string[] {
  return suggestWords(market.canvases(), text);
}

/** Completes the last of several enchantments with those seen in the market. */
export function suggestEnchantments({ catalogue }: Pick<SearchScope, 'catalogue'>, text: string): string[] {
  return completeLastWord(catalogue.enchantments, normaliseEnchantments(text));
}

interface FoundEntries {
  readonly called: readonly CatalogueEntry[];
  readonly nicknamed: readonly CatalogueEntry[];
  readonly near: readonly CatalogueEntry[];
  readonly named: readonly CatalogueEntry[];
}

/**
 * Finds entries by the game's names, by nicknames, with typos and by players' own names. The latter come last, so that
 * no player can hide or outrank an item by naming one.
 */
function foundEntries(
  { catalogue, sellersOf }: SearchScope,
  forms: readonly SearchText[],
  limit: number,
): FoundEntries {
  const called = catalogue.best('texts', forms, limit, sellersOf);
  const nicknamed = catalogue.best('nicknames', forms, limit, sellersOf);
  const [query] = forms;
  const hasRoom = called.length < limit;
  const near = hasRoom && query !== undefined ? catalogue.near(query, limit, sellersOf) : [];
  return { called, nicknamed, near, named: hasRoom ? catalogue.best('names', forms, limit, sellersOf) : [] };
}
