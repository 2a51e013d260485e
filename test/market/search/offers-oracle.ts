import type { Trade } from '../../../src/market/change.ts';
import type { Identity, Item } from '../../../src/market/item/item.ts';
import type { Filter } from '../../../src/market/search/filter.ts';
import type { Match } from '../../../src/market/search/match.ts';
import type { OfferQuery } from '../../../src/market/search/offer.ts';
import type { Shop } from '../../../src/market/shops/shop.ts';
import { isAtLeast, isAtMost, scaleByHand } from '../../routing/filter-oracle.ts';

/** Answers `/shop` as specified, without indexes: it checks every shop for every query. */
export function offersByHand(shops: readonly Shop[], trades: readonly Trade[], query: OfferQuery) {
  return shops
    .filter(({ side }) => side === (query.side === 'buy' ? 'ask' : 'bid'))
    .filter((shop) => query.except === undefined || !isOwnerByHand(shop, query.except))
    .map((shop) => ({ shop, remaining: stockByHand(shops, trades, shop), ...placed(query.filter, shop) }))
    .map((offer) => ({ ...offer, inStock: offer.remaining >= offer.shop.item.quantity }))
    .filter(({ inStock, shop }) => inStock || query.outOfStock || shop.side === 'bid')
    .filter(({ shop, remaining, distance }) => conditionsHold(query.filter, shop, remaining, distance))
    .flatMap((offer) => goodsByHand(query.filter, offer.shop).map((goods) => ({ ...offer, ...goods })))
    .filter(({ unitPrice }) => priceHolds(query.filter, unitPrice))
    .sort((a, b) => {
      if (a.inStock !== b.inStock) return a.inStock ? -1 : 1;
      if (query.sort === 'distance' && a.distance !== b.distance) {
        if (a.distance === null || b.distance === null) return a.distance === null ? 1 : -1;
        return a.distance - b.distance;
      }
      if (query.sort === 'stock' && a.remaining !== b.remaining) return b.remaining - a.remaining;
      if (a.unitPrice === null || b.unitPrice === null) {
        if (a.unitPrice !== null) return -1;
        if (b.unitPrice !== null) return 1;
        if (a.held !== b.held) return (b.held ?? 0) - (a.held ?? 0);
        const [first, second] = [a, b].map(({ shop }) => shop.price / shop.item.quantity) as [number, number];
        if (first !== second) return (query.side === 'buy' ? 1 : -1) * (first - second);
        return a.shop.id - b.shop.id;
      }
      if (a.unitPrice !== b.unitPrice) return (query.side === 'buy' ? 1 : -1) * (a.unitPrice - b.unitPrice);
      return a.shop.id - b.shop.id;
    });
}

/** Returns the ids of matching shops of unknown kind, treated as asks. */
export function othersByHand(shops: readonly Shop[], trades: readonly Trade[], query: OfferQuery): number[] {
  const stocked = shops.map((shop) => ({ ...shop, remaining: stockByHand(shops, trades, shop) }));
  const asked = stocked.flatMap((shop) => (shop.side === null ? [{ ...shop, side: 'ask' as const }] : []));
  const ids = offersByHand(asked, [], { ...query, side: 'buy' }).map(({ shop: { id } }) => id);
  return ids.sort((a, b) => a - b);
}

/** Returns the shop's stock after the trades that can be assigned to it alone. */
export function stockByHand(shops: readonly Shop[], trades: readonly Trade[], shop: Shop): number {
  let remaining = shop.remaining;
  for (const trade of trades) {
    if (trade.kind !== 'purchase' || shopByHand(shops, trade)?.id !== shop.id) continue;
    if (shop.remaining === Number.MAX_SAFE_INTEGER) continue;
    if (trade.item.identity.type === shop.item.identity.type) remaining = Math.max(0, remaining - trade.moved);
  }
  return remaining;
}

export function shopByHand(shops: readonly Shop[], trade: Trade): Shop | undefined {
  const possible = possibleShops(shops, trade);
  return possible.length === 1 ? possible[0] : undefined;
}

/** Returns the uuid of the only owner of all shops that may have made a trade. */
export function ownerByHand(shops: readonly Shop[], trade: Trade): string | undefined {
  const uuids = new Set(possibleShops(shops, trade).map(({ owner }) => owner.uuid));
  return uuids.size === 1 ? [...uuids][0] : undefined;
}

function possibleShops(shops: readonly Shop[], trade: Trade): readonly Shop[] {
  const there = shops.filter(({ location }) => JSON.stringify(location) === JSON.stringify(trade.location));
  if (there.length === 1) return there;
  const { sign } = trade;
  const side = trade.kind === 'purchase' ? 'ask' : 'bid';
  const agreeing = there
    .filter((shop) => shop.side === side && shop.item.identity.type === trade.item.identity.type)
    .filter(({ price, item }) => sign === null || (price === sign.price && item.quantity === sign.amount));
  if (agreeing.length === 0) return there;
  if (agreeing.length === 1) return agreeing;
  const same = agreeing.filter(({ item }) => item.identity.variant && item.identity.key === trade.item.identity.key);
  return same.length > 0 ? same : agreeing;
}

function placed(filter: Filter, { location }: Shop): { distance: number | null } {
  const { x, z } = filter;
  const scale = scaleByHand(filter, location);
  if (x === undefined || z === undefined || scale === null) return { distance: null };
  return { distance: Math.sqrt((location.x * scale - x) ** 2 + (location.z * scale - z) ** 2) };
}

/** Returns whether a text is the name of a shop's owner or the uuid, with or without dashes. */
export function isOwnerByHand({ owner: { name, uuid } }: Shop, text: string): boolean {
  return [name, uuid, uuid.replaceAll('-', '')].some((one) => one?.toLowerCase() === text.toLowerCase());
}

function conditionsHold(filter: Filter, shop: Shop, remaining: number, distance: number | null): boolean {
  const isOwner = (text: string) => isOwnerByHand(shop, text);
  return [
    filter.owner === undefined || isOwner(filter.owner),
    filter.notOwner === undefined || !isOwner(filter.notOwner),
    filter.world === undefined || filter.world.toLowerCase() === shop.location.world.toLowerCase(),
    filter.within === undefined || (distance !== null && distance <= filter.within),
    filter.minStock === undefined || remaining >= filter.minStock,
  ].every(Boolean);
}

/**
 * Returns at most one match: the item itself, or else the first one inside, priced if the container holds nothing else.
 */
function goodsByHand(filter: Filter, { item, price }: Shop): Match[] {
  if (isAskedFor(filter, item.identity)) return [{ unitPrice: price / item.quantity, contained: null, held: null }];
  const contained = filter.containers ? inside(item).find(({ identity }) => isAskedFor(filter, identity)) : undefined;
  if (contained === undefined) return [];
  const count = contained.identity.variant && countByHand(item, contained.identity.key);
  if (count === null) return [{ unitPrice: null, contained, held: heldByHand(filter, item) }];
  return [{ unitPrice: price / (item.quantity * count), contained, held: count }];
}

function inside(item: Item): Item[] {
  return item.contents.flatMap((slot) => [slot, ...inside(slot)]);
}

function countByHand({ contents }: Item, key: string): number | null {
  let sum = 0;
  for (const slot of contents) {
    const each = slot.identity.key === key ? 1 : slot.contents.length > 0 ? countByHand(slot, key) : null;
    if (each === null) return null;
    sum += each * slot.quantity;
  }
  return sum;
}

/** Counts a matching box as one item, without its contents. */
function heldByHand(filter: Filter, { contents }: Item): number {
  const counts = contents.map((slot) => (isAskedFor(filter, slot.identity) ? 1 : heldByHand(filter, slot)));
  return contents.reduce((sum, { quantity }, at) => sum + quantity * (counts[at] ?? 0), 0);
}

function isAskedFor({ item, enchantments = [] }: Filter, { type, key, variant }: Identity): boolean {
  if (item && item.type !== type) return false;
  if (item?.key !== undefined && (variant === null || item.key !== key)) return false;
  return enchantments.every(({ id, comparison, level }) =>
    (variant?.enchantments ?? []).some(
      (actual) => actual.id === id && (comparison === 'exactly' ? actual.level === level : actual.level >= level),
    ),
  );
}

function priceHolds({ minPrice, maxPrice }: Filter, unitPrice: number | null): boolean {
  if (minPrice === undefined && maxPrice === undefined) return true;
  if (unitPrice === null) return false;
  return isAtLeast(unitPrice, minPrice ?? 0) && (maxPrice === undefined || isAtMost(unitPrice, maxPrice));
}
