import type { ChatInputCommandInteraction } from 'discord.js';
import type { ItemNames } from '../../language/item-names.ts';
import type { Language } from '../../language/language.ts';
import { whole } from '../../language/number.ts';
import { MOST_ENCHANTMENTS, parseEnchantments } from '../../market/item/enchantments.ts';
import type { ItemChoice } from '../../market/item/item.ts';
import { labelOf } from '../../market/item/label.ts';
import type { Market } from '../../market/market.ts';
import type { EnchantmentTest, Filter } from '../../market/search/filter.ts';
import { filterFault } from '../../market/search/filter-fault.ts';
import { resolveItem, typeNamed } from '../../market/search/search.ts';
import { EXACT } from '../render/words/item-id.ts';
import { safe } from '../render/words/text.ts';
import { COORDINATE, DIAMONDS, DISTANCE, inBounds } from './read-number.ts';
import { refuseFault } from './refuse-fault.ts';
import { UserError } from './user-error.ts';

type Options = ChatInputCommandInteraction['options'];

/**
 * How strictly an item must be known: `listed` to the market, in shops or trades, now or before; or written as a type
 * (`any-type`); or also by the name of what may come one day, in English or as the reader's game calls it (feeds and watches).
 */
export type ItemStrictness = 'listed' | 'any-type' | { readonly toComeBy: ItemNames | null };

/**
 * Reads the filter options that were given; `base`: a filter that they change, its other parts stay.
 * @throws UserError for a bad value or options that do not fit together.
 */
export function readFilter(options: Options, market: Market | null, strictness: ItemStrictness, base?: Filter): Filter {
  const itemText = options.getString('item');
  const enchantments = options.getString('enchantment');
  const filter: Filter = {
    ...base,
    ...definedOnly({
      item: itemText === null ? null : readItem(itemText, market, strictness),
      enchantments: enchantments === null ? null : readEnchantments(enchantments),
      owner: trimmed(options.getString('owner'), 'owner'),
      notOwner: trimmed(options.getString('not-owner'), 'not-owner'),
      world: trimmed(options.getString('world'), 'world'),
      x: inBounds(options.getInteger('x'), 'x', COORDINATE),
      z: inBounds(options.getInteger('z'), 'z', COORDINATE),
      within: inBounds(options.getInteger('within'), 'within', DISTANCE),
      maxPrice: inBounds(options.getNumber('max-price'), 'max-price', DIAMONDS),
      minPrice: inBounds(options.getNumber('min-price'), 'min-price', DIAMONDS),
      minStock: inBounds(options.getInteger('min-stock'), 'min-stock', DIAMONDS),
      containers: options.getBoolean('containers') ?? base?.containers ?? true,
    }),
  };
  refuseFault(filterFault(filter));
  return filter;
}

/**
 * The item that a text means. Feeds and watches take one that nobody has seen, unless it is a typo away from one that is known.
 * @throws UserError where no such item is known, with the nearest names.
 */
export function readItem(text: string, market: Market | null, strictness: ItemStrictness): ItemChoice {
  if (isBlank(text)) throw new UserError((language) => language.say('error.empty-item'));
  const found = market && resolveItem(market, text);
  const isToCome = typeof strictness === 'object';
  const named = isToCome ? (strictness.toComeBy?.typeCalled(text) ?? null) : null;
  const type = strictness === 'listed' ? null : (named ?? typeNamed(text));
  const isTyped = named !== null || type === text.trim();
  const isOpen = type !== null && (isTyped || isToCome);
  // What players call another item does not stand in the way of what may come.
  if (found?.kind === 'found' && (found.by === 'item' || !isOpen)) return { ...found.choice, label: found.label };
  const unknown = found?.kind === 'unknown' ? found : null;
  if (isOpen && (isTyped || (market !== null && !unknown?.isTypo))) return { type };
  if (!market) {
    const isListed = strictness === 'listed';
    throw new UserError((language) => language.say(isListed ? 'error.no-shops-yet' : 'error.unsold-item-yet'));
  }
  const unsold = strictness === 'listed' ? null : (type ?? 'DRAGON_EGG');
  throw new UserError((language) => formatUnknownItem(text, unknown?.didYouMean ?? [], unsold, language));
}

/** @param unsold how the type of an item that no shop sells is written; null: none is taken */
function formatUnknownItem(
  text: string,
  didYouMean: readonly string[],
  unsold: string | null,
  language: Language,
): string {
  const typed = { text: safe(text, 40) };
  const names = language.or(didYouMean.map((name) => `**${safe(name)}**`));
  return [
    names === ''
      ? language.say('error.unknown-item', typed)
      : language.say('error.unknown-item-like', { ...typed, names }),
    ...(unsold === null ? [] : [language.say('error.unsold-item', { type: unsold })]),
  ].join(' ');
}

/**
 * Reads the item at the end of a custom id, as `itemId` wrote it.
 * @throws UserError where no such item is known
 */
export function readItemArgument(type: string, key: string | undefined, market: Market | null): ItemChoice {
  const named = key?.startsWith(EXACT) ? key.slice(EXACT.length) : undefined;
  if (named === undefined && key) return formerChoice(type, key, market);
  return readItem(named === undefined ? type : `#${named}`, market, market ? 'listed' : 'any-type');
}

/** An item of a message that Crier up to 0.3.0 sent: the kind that its key stands for now, or all of several. */
function formerChoice(type: string, key: string, market: Market | null): ItemChoice {
  if (market === null) throw new UserError((language) => language.say('error.no-shops-yet'));
  const kinds = market.kindsOf(key);
  const [only] = kinds;
  if (only !== undefined && kinds.length === 1) return { type: only.type, key: only.key, label: labelOf(only) };
  return kinds.length === 0 ? readItem(`#${key}`, market, 'listed') : { type, key, isFormer: true };
}

function readEnchantments(text: string): readonly EnchantmentTest[] {
  const parsed = parseEnchantments(text);
  if (parsed === 'unreadable') {
    throw new UserError((language) => language.say('error.enchantment', { text: safe(text, 40) }));
  }
  if (parsed === 'too-many') {
    throw new UserError((language) => language.say('error.enchantments', { most: whole(MOST_ENCHANTMENTS, language) }));
  }
  return parsed;
}

function trimmed(text: string | null, option: string): string | null {
  if (text === null) return null;
  const value = text.trim();
  if (isBlank(value)) throw new UserError((language) => language.say('error.empty', { option }));
  return value;
}

/** Nothing that shows. */
function isBlank(text: string): boolean {
  return /^[\s\p{C}]*$/u.test(text);
}

/** Without the options that were not given. */
function definedOnly<T extends object>(
  record: T,
): { [K in keyof T]?: NonNullable<T[K]> } & Pick<T, 'containers' & keyof T> {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== null)) as never;
}
