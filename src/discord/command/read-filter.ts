import type { Language, Sentence } from '../../language/language.ts';
import { formatWhole } from '../../language/number.ts';
import { MOST_ENCHANTMENTS, parseEnchantments } from '../../market/item/enchantments.ts';
import type { ItemChoice } from '../../market/item/item.ts';
import { labelOf } from '../../market/item/label.ts';
import type { Market } from '../../market/market.ts';
import type { Landmark } from '../../market/places/landmark.ts';
import {
  type EnchantmentTest,
  type Filter,
  filterFault,
  fromHome,
  NO_FILTER,
  withoutPlace,
} from '../../market/search/filter.ts';
import { optionValue, resolveItem, typeFromName } from '../../market/search/search.ts';
import { visibleName } from '../../market/visible-name.ts';
import type { Home } from '../../routing/person.ts';
import { EXACT_KEY_MARK } from '../render/layout.ts';
import { nameOfChoice, nameOfIdentity } from '../render/words/names.ts';
import { safe } from '../render/words/text.ts';
import { type CommandOptions, type OptionGuess, UserError } from './command.ts';
import type { Guessed } from './guess-buttons.ts';
import { readNear, USUAL_NEAR_BLOCKS } from './read-near.ts';
import { COORDINATE_BOUNDS, checkBounds, DIAMOND_BOUNDS, DISTANCE_BOUNDS } from './read-number.ts';
import { refuseFault } from './refuse-fault.ts';
import { identifyPlayers, settlePlayers } from './settle-players.ts';

/**
 * Accepted items:
 * - `listed`: known from shops or trades, now or earlier
 * - `any-type`: also any text written as an item type
 * - `to-come`: also names of items that may appear later, in English or in the user's language
 */
export type ItemStrictness = 'listed' | 'any-type' | 'to-come';

/** An item, and the guess that led to it, or null if the text was the item's name. */
interface ReadItem {
  readonly item: ItemChoice;
  readonly guess: Guessed | null;
}

/** A filter, and the guess that led to its item, or null. */
interface ReadFilter {
  readonly filter: Filter;
  readonly guess: Guessed | null;
}

/** Sources for the look-up of names. `market` is null before the first snapshot. */
export interface NameSources {
  readonly market: Market | null;
  readonly language: Pick<Language, 'tag' | 'itemNames'>;
  /** Where `within` counts from if no place is given. Absent if nobody's home may be used. */
  readonly home?: Home | null;
}

/** Sources for the look-up of all names of a filter. */
export interface FilterSources extends NameSources {
  readonly landmarks: readonly Landmark[];
}

/** For custom ids and files, which name items by their keys instead of in a user's language. */
export const EXACT_NAMES: NameSources['language'] = { tag: 'en', itemNames: null };

/**
 * Reads the given filter options. They replace the same parts of `base`, whose other parts stay.
 *
 * @throws UserError for an invalid value, or for options that contradict each other
 */
export function readFilter(
  options: CommandOptions,
  known: FilterSources,
  strictness: ItemStrictness,
  base?: Filter,
): ReadFilter {
  const itemText = options.getString('item');
  const enchantments = options.getString('enchantment');
  const read = itemText === null ? null : readItem(itemText, known, strictness);
  const owner = readTextOption(options.getString('owner'), 'owner');
  const notOwner = readTextOption(options.getString('not-owner'), 'not-owner');
  const place = readPlaceOptions(options, known.landmarks);
  const { ownerId, notOwnerId, ...kept } = base === undefined ? NO_FILTER : withoutOldPlace(base, place);
  const isUsual = place.near !== undefined && kept.within === undefined && strictness === 'to-come';
  const filter: Filter = {
    ...kept,
    // A new name makes the previous uuid invalid.
    ...(owner === null && ownerId !== undefined && { ownerId }),
    ...(notOwner === null && notOwnerId !== undefined && { notOwnerId }),
    ...place,
    ...definedOnly({
      item: read?.item ?? null,
      enchantments: enchantments === null ? null : readEnchantments(enchantments),
      owner,
      notOwner,
      world: readTextOption(options.getString('world'), 'world'),
      within:
        checkBounds(options.getInteger('within'), 'within', DISTANCE_BOUNDS) ?? (isUsual ? USUAL_NEAR_BLOCKS : null),
      maxPrice: checkBounds(options.getNumber('max-price'), 'max-price', DIAMOND_BOUNDS),
      minPrice: checkBounds(options.getNumber('min-price'), 'min-price', DIAMOND_BOUNDS),
      minStock: checkBounds(options.getInteger('min-stock'), 'min-stock', DIAMOND_BOUNDS),
      containers: options.getBoolean('containers') ?? base?.containers ?? true,
    }),
  };
  const { market } = known;
  const placed = filter.within === undefined ? filter : fromHome(filter, known.home ?? null);
  const identified = strictness === 'to-come' ? settlePlayers(placed, market) : identifyPlayers(placed, market);
  refuseFault(filterFault(identified), known.home !== undefined);
  return { filter: identified, guess: read?.guess ?? null };
}

/** Removes a place that the new one would mix with. An edit may change one of two typed coordinates alone. */
function withoutOldPlace(filter: Filter, { near, x, z }: Partial<Filter>): Filter {
  const isMoved =
    near !== undefined || ((filter.near ?? filter.home) !== undefined && (x !== undefined || z !== undefined));
  return isMoved ? withoutPlace(filter) : filter;
}

/** @throws UserError for a landmark and coordinates at once, and for an unknown landmark */
function readPlaceOptions(options: CommandOptions, landmarks: readonly Landmark[]): Partial<Filter> {
  const near = readTextOption(options.getString('near'), 'near');
  const x = checkBounds(options.getInteger('x'), 'x', COORDINATE_BOUNDS);
  const z = checkBounds(options.getInteger('z'), 'z', COORDINATE_BOUNDS);
  if (near === null) return { ...(x !== null && { x }), ...(z !== null && { z }) };
  if (x !== null || z !== null) throw new UserError((language) => language.say('error.two-places'));
  return readNear(near, landmarks);
}

/**
 * Reads the item that a text means, and accepts a single clear guess. Feeds and watches accept an unknown item, unless
 * it is one letter off a known one.
 *
 * @throws UserError with the nearest items if the item is unknown
 */
export function readItem(typed: string, { market, language }: NameSources, strictness: ItemStrictness): ReadItem {
  const text = visibleName(typed);
  if (text === '') throw new UserError((language) => language.say('error.empty-item'));
  const { itemNames } = language;
  const reader = { language: language.tag, nameOf: (type: string) => itemNames?.type(type) ?? null };
  const found = market && resolveItem(market, text, reader);
  const isToCome = strictness === 'to-come';
  const named = isToCome ? (itemNames?.typeCalled(text) ?? null) : null;
  const type = strictness === 'listed' ? null : (named ?? typeFromName(text));
  const isTyped = named !== null || type === text.trim();
  const isOpen = type !== null && (isTyped || isToCome);
  // An item that may appear later takes precedence over another item with a player's custom name.
  if (found?.kind === 'found' && (found.by === 'item' || !isOpen)) {
    return { item: { ...found.choice, label: found.label }, guess: null };
  }
  if (isOpen && isTyped) return { item: { type }, guess: null };
  if (market !== null && found?.kind === 'guessed' && (found.isSlip || !isOpen)) {
    const item = { ...found.choice, label: found.label };
    return { item, guess: { name: sayItemChoice(market, item), typed: text } };
  }
  const unknown = found?.kind === 'unknown' ? found : null;
  if (isOpen && market !== null && !unknown?.isSlip) return { item: { type }, guess: null };
  if (!market) {
    const isListed = strictness === 'listed';
    throw new UserError((language) => language.say(isListed ? 'error.no-shops-yet' : 'error.unsold-item-yet'));
  }
  const unsold = strictness === 'listed' ? null : (type ?? 'DRAGON_EGG');
  const guesses = (unknown?.guesses ?? []).map(({ choice }) => guessOfItem(choice, market));
  throw new UserError((language) => formatUnknownItem(text, guesses.length > 0, unsold, language), guesses);
}

function guessOfItem(choice: ItemChoice, market: Market): OptionGuess {
  return { option: 'item', value: optionValue(choice), name: sayItemChoice(market, choice) };
}

function sayItemChoice({ catalogue }: Market, choice: ItemChoice): Sentence {
  const identity = choice.key === undefined ? undefined : catalogue.identityOf(choice.key);
  return (language) => (identity ? nameOfIdentity(identity, language) : nameOfChoice(choice, language));
}

/** @param unsold an example of an item type to type instead, or null if unsold items are not accepted */
function formatUnknownItem(text: string, hasGuesses: boolean, unsold: string | null, language: Language): string {
  const typed = { text: safe(text, 40) };
  return language.sentences([
    language.say(hasGuesses ? 'error.unknown-item-like' : 'error.unknown-item', typed),
    ...(!hasGuesses && language.itemNames === null && language.tag !== 'en'
      ? [language.say('error.english-names', { example: '`Slime Block`' })]
      : []),
    ...(unsold === null ? [] : [language.say('error.unsold-item', { type: unsold })]),
  ]);
}

/**
 * Reads the item at the end of a custom id, written by `itemId`.
 *
 * @throws UserError if the item is unknown
 */
export function readItemArgument(type: string, key: string | undefined, market: Market | null): ItemChoice {
  const named = key?.startsWith(EXACT_KEY_MARK) ? key.slice(EXACT_KEY_MARK.length) : undefined;
  if (named === undefined && key) return formerChoice(type, key, market);
  const text = named === undefined ? type : `#${named}`;
  return readItem(text, { market, language: EXACT_NAMES }, market ? 'listed' : 'any-type').item;
}

/** Reads an item key from messages of Crier up to 0.3.0, which now stands for one kind or for several. */
function formerChoice(type: string, key: string, market: Market | null): ItemChoice {
  if (market === null) throw new UserError((language) => language.say('error.no-shops-yet'));
  const kinds = market.kindsOf(key);
  const [only] = kinds;
  if (only !== undefined && kinds.length === 1) return { type: only.type, key: only.key, label: labelOf(only) };
  if (kinds.length > 0) return { type, key, isFormer: true };
  return readItem(`#${key}`, { market, language: EXACT_NAMES }, 'listed').item;
}

function readEnchantments(text: string): readonly EnchantmentTest[] {
  const parsed = parseEnchantments(text);
  if (parsed === 'unreadable') {
    throw new UserError((language) => language.say('error.enchantment', { text: safe(text, 40) }));
  }
  if (parsed === 'too-many') {
    throw new UserError((language) =>
      language.say('error.enchantments', { most: formatWhole(MOST_ENCHANTMENTS, language) }),
    );
  }
  return parsed;
}

function readTextOption(text: string | null, option: string): string | null {
  if (text === null) return null;
  const value = visibleName(text);
  if (value === '') throw new UserError((language) => language.say('error.empty', { option }));
  return value;
}

/** Removes the options that were not given. */
function definedOnly<T extends object>(
  record: T,
): { [K in keyof T]?: NonNullable<T[K]> } & Pick<T, 'containers' & keyof T> {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== null)) as never;
}
