import type { ItemChoice } from '../item/item.ts';
import { itemName } from '../item/item-name.ts';
import type { Market } from '../market.ts';
import type { Filter } from './filter.ts';
import { resolveItem } from './search.ts';
import { MAX_NEAREST_WORDS, nearestWords } from './suggest-words.ts';

/**
 * A name in a filter that no shop has now and, for an item, that was never seen. It may be misspelt. All its texts are
 * raw player text.
 */
export type UnknownName = UnknownItem | UnknownWord;

interface UnknownItem {
  readonly what: 'item';
  /** The item's type. */
  readonly name: string;
  readonly didYouMean: readonly ItemChoice[];
}

interface UnknownWord {
  readonly what: 'owner' | 'not-owner' | 'world' | 'enchantment';
  /** The name as typed. */
  readonly name: string;
  /** The nearest known names. */
  readonly didYouMean: readonly string[];
  /** Current name of the player, if the uuid is known. */
  readonly nowCalled?: string;
}

/** Returns the unknown names of a filter, or nothing without a market to check them. */
export function findUnknownNames(filter: Filter, market: Market | null): UnknownName[] {
  if (market === null) return [];
  const { item, owner, ownerId, notOwner, notOwnerId, world, enchantments = [] } = filter;
  const { catalogue, worlds } = market;
  const isPlayer = (name: string) => market.ownedBy(name).length > 0;
  const nearestPlayers = (name: string) => market.index.byOwner.nearest(name);
  const isWorld = (name: string) => [...worlds].some((known) => known.toLowerCase() === name.toLowerCase());
  const isEnchantment = (id: string) => catalogue.hasEnchantment(id);
  const named = (
    what: UnknownWord['what'],
    names: readonly (string | undefined)[],
    isKnown: (name: string) => boolean,
    nearest: (name: string) => readonly string[],
  ): UnknownWord[] =>
    names.flatMap((name) => (name === undefined || isKnown(name) ? [] : [{ what, name, didYouMean: nearest(name) }]));
  return [
    ...(item === undefined || catalogue.type(item.type) ? [] : [unknownItem(item.type, market)]),
    ...named('owner', [owner], isPlayer, nearestPlayers).map(withPresentName(ownerId, market)),
    ...named('not-owner', [notOwner], isPlayer, nearestPlayers).map(withPresentName(notOwnerId, market)),
    ...named('world', [world], isWorld, (name) => nearestWords(worlds, name)),
    ...named(
      'enchantment',
      enchantments.map(({ id }) => id),
      isEnchantment,
      (id) => nearestWords(catalogue.enchantments, id),
    ),
  ];
}

/** Whether the filter cannot match because a name is unknown. Excluding an unknown player does no harm. */
export function canNeverMatch(unknownNames: readonly UnknownName[]): boolean {
  return unknownNames.some((one) => one.what !== 'not-owner' && !isKnownPlayer(one));
}

function isKnownPlayer(unknown: UnknownName): boolean {
  return unknown.what !== 'item' && unknown.nowCalled !== undefined;
}

/** A renamed player is known by uuid. */
function withPresentName(uuid: string | undefined, market: Market) {
  const owner = uuid === undefined ? undefined : market.ownedBy(uuid)[0]?.owner;
  return (unknown: UnknownWord): UnknownWord =>
    owner === undefined ? unknown : { ...unknown, didYouMean: [], nowCalled: owner.name ?? owner.uuid };
}

function unknownItem(type: string, market: Market): UnknownItem {
  const near = resolveItem(market, itemName(type));
  const guesses = near.kind === 'unknown' ? near.guesses.slice(0, MAX_NEAREST_WORDS) : [near];
  return { what: 'item', name: type, didYouMean: guesses.map(({ choice, label }) => ({ ...choice, label })) };
}
