import type { MarketEvent } from '../change.ts';
import { contentsOf, countMatchingContents, countUniformContents } from '../item/contents.ts';
import { choiceIncludes, type Enchantment, type Identity, type Item } from '../item/item.ts';
import { isNamedPlayer } from '../player.ts';
import { isAtLeast, isAtMost } from '../prices/shown-price.ts';
import { distanceBetween } from '../shops/distance.ts';
import type { Location, Owner, Shop } from '../shops/shop.ts';
import { tradedAmount } from '../shops/unit-price.ts';
import { type EnchantmentTest, type Filter, placeOf } from './filter.ts';

/** The reason why a shop or event matches. */
export interface Match {
  /** Diamonds for one requested item, or null for a container with mixed contents. */
  readonly unitPrice: number | null;
  /** The item found inside the container, or null for the item itself. */
  readonly contained: Item | null;
  /** Number of requested items in one container, or null for the item itself. */
  readonly held: number | null;
}

/**
 * Matches a shop against every condition of the filter.
 * @param remaining current stock in items, or a bid's room
 * @returns the match, or null if a condition fails
 */
export function matchShop(filter: Filter, shop: Shop, remaining: number): Match | null {
  if (!stockMatches(filter, remaining)) return null;
  if (!ownerMatches(filter, shop.owner) || !placeMatches(filter, shop.location)) return null;
  return matchItem(filter, shop.item, shop.item.quantity, shop.price);
}

/**
 * Matches an event against every condition of the filter. A condition on an unknown owner, place or stock fails,
 * `notOwner` included.
 * @param shop the event's shop, or null if unknown, as for every auction
 * @returns the match, or null if a condition fails
 */
export function matchEvent(
  filter: Filter,
  event: MarketEvent,
  shop: Shop | null,
  remaining: number | null = shop?.remaining ?? null,
): Match | null {
  if (!stockMatches(filter, remaining)) return null;
  const location = event.kind === 'auction' ? null : event.location;
  if (!ownerMatches(filter, shop?.owner ?? null) || !placeMatches(filter, location)) return null;
  const { count, paid } = tradedAmount(event);
  return matchItem(filter, event.item, count, paid);
}

/** Whether the item is a requested one. An unknown variant matches its bare type, but no specific variant. */
export function matchIdentity(filter: Pick<Filter, 'item' | 'enchantments'>, identity: Identity): boolean {
  const { item, enchantments = [] } = filter;
  if (item !== undefined && !choiceIncludes(item, identity)) return false;
  if (enchantments.length === 0) return true;
  const { variant } = identity;
  if (variant === null) return false;
  return enchantments.every((test) => variant.enchantments.some((enchantment) => passesTest(test, enchantment)));
}

function passesTest({ id, comparison, level }: EnchantmentTest, enchantment: Enchantment): boolean {
  if (enchantment.id !== id) return false;
  return comparison === 'exactly' ? enchantment.level === level : enchantment.level >= level;
}

/** Matches `count` items (or containers) for `price` diamonds: the item itself first, then its contents. */
function matchItem(filter: Filter, item: Item, count: number, price: number): Match | null {
  if (matchIdentity(filter, item.identity))
    return withinPrices(filter, { unitPrice: price / count, contained: null, held: null });
  if (!filter.containers || item.contents.length === 0) return null;
  for (const contained of contentsOf(item)) {
    if (!matchIdentity(filter, contained.identity)) continue;
    const within = countUniformContents(item, contained.identity);
    const held = within ?? countMatchingContents(item, (identity) => matchIdentity(filter, identity));
    return withinPrices(filter, { unitPrice: within === null ? null : price / (count * within), contained, held });
  }
  return null;
}

function withinPrices({ maxPrice, minPrice }: Filter, match: Match): Match | null {
  const { unitPrice } = match;
  if (maxPrice !== undefined && (unitPrice === null || !isAtMost(unitPrice, maxPrice))) return null;
  if (minPrice !== undefined && (unitPrice === null || !isAtLeast(unitPrice, minPrice))) return null;
  return match;
}

/** For a bid, the filter's stock means its room. */
function stockMatches({ minStock }: Filter, remaining: number | null): boolean {
  return minStock === undefined || (remaining !== null && remaining >= minStock);
}

function ownerMatches({ owner, ownerId, notOwner, notOwnerId }: Filter, actual: Owner | null): boolean {
  if (owner !== undefined && (actual === null || !isNamedPlayer(actual, owner, ownerId))) return false;
  return notOwner === undefined || (actual !== null && !isNamedPlayer(actual, notOwner, notOwnerId));
}

function placeMatches(filter: Filter, location: Location | null): boolean {
  const { world, within } = filter;
  if (world !== undefined && location?.world.toLowerCase() !== world.toLowerCase()) return false;
  if (within === undefined) return true;
  const distance = distanceTo(filter, location);
  return distance !== null && distance <= within;
}

/**
 * Returns the blocks from the filter's place, counted in its world, where one Nether block counts as eight Overworld
 * blocks.
 * @returns null if the filter has no place, the location is unknown, or no portal connects the worlds
 */
export function distanceTo(filter: Omit<Filter, 'containers'>, location: Location | null): number | null {
  const place = placeOf(filter);
  return place && location && (distanceBetween(place, location)?.blocks ?? null);
}
