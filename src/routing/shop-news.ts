import type { Change } from '../market/change.ts';
import { contentsOf } from '../market/item/contents.ts';
import type { Item } from '../market/item/item.ts';
import type { Market } from '../market/market.ts';
import { isPlayer, playerKeys } from '../market/player.ts';
import type { Filter } from '../market/search/filter.ts';
import { matchShop } from '../market/search/match.ts';
import { hasRestocked, hasSoldOut } from '../market/shops/difference.ts';
import type { Shop, Side } from '../market/shops/shop.ts';
import { isComparable, isUndercut } from '../market/shops/undercut.ts';
import { inStock, sells, unitPriceOf } from '../market/shops/unit-price.ts';

/**
 * Returns whether a change is a new offer that can trade a bundle. A shop that was set up empty counts with its first
 * stock.
 */
export function isNewListing(filter: Filter, change: Change, side: Side | 'any'): boolean {
  const shop = shopNow(change);
  return shop !== null && inStock(shop, shop.remaining) && isNewOffer(filter, change, side);
}

/** Returns whether a shop offers the goods of the filter and did not before: it is new, or has changed its goods. */
export function isNewOffer(filter: Filter, change: Change, side: Side | 'any'): boolean {
  const shop = shopNow(change);
  if (shop === null || (side !== 'any' && shop.side !== side) || !holds(filter, shop)) return false;
  if (change.kind === 'listed') return true;
  return (
    change.kind === 'price-changed' &&
    (change.before.side !== shop.side || !holds(goodsFilterOf(filter), change.before))
  );
}

/** Returns whether the stock of a shop that sells rose, so that it can sell a bundle now. */
export function isRestock(filter: Filter, change: Change): boolean {
  if (change.kind !== 'restocked' && change.kind !== 'price-changed') return false;
  const { shop, before } = change;
  return shop.side === 'ask' && hasRestocked(before, shop) && holds(filter, shop);
}

/**
 * Returns whether a shop could sell a bundle before, and cannot now or is gone. A filter on stock applies to its former
 * stock.
 */
export function isSoldOut(filter: Filter, change: Change): boolean {
  switch (change.kind) {
    case 'sold-out':
    case 'price-changed':
      return change.before.side === 'ask' && hasSoldOut(change.before, change.shop) && holds(filter, change.before);
    case 'removed':
      return sells(change.before) && holds(filter, change.before);
    default:
      return false;
  }
}

/** Returns whether a shop sells the same goods for less than before, and has them in stock. */
export function isPriceDrop(filter: Filter, change: Change): boolean {
  if (change.kind !== 'price-changed') return false;
  const { shop, before } = change;
  if (before.side !== 'ask' || shop.item.identity.key !== before.item.identity.key) return false;
  return sells(shop) && unitPriceOf(shop) < unitPriceOf(before) && holds(filter, shop);
}

/** Returns the shop after the change, or null if it is gone or the change is of no shop. */
export function shopNow(change: Change): Shop | null {
  return change.kind === 'auctioned' || change.kind === 'removed' ? null : change.shop;
}

function holds(filter: Filter, shop: Shop): boolean {
  return matchShop(filter, shop, shop.remaining) !== null;
}

/** Returns only the part of a filter that concerns the goods themselves. */
export function goodsFilterOf({ item, enchantments, containers }: Filter): Filter {
  return { containers, ...(item && { item }), ...(enchantments && { enchantments }) };
}

/** The part of the market by which undercutting is judged. */
export type Rivals = Pick<Market, 'ofKey' | 'remainingOf'>;

/** A new, restocked, cheaper or otherwise changed offer, after which a shop may be a deal or undercut others. */
export type OfferChange = Extract<Change, { readonly kind: 'listed' | 'restocked' | 'price-changed' }>;

/**
 * Finds the shops of other owners that the change undercuts: they have the same goods in stock for a higher price, and
 * were not undercut before it. Filled boxes and items of unknown variant are not compared.
 */
function undercutBy(change: OfferChange, market: Rivals): readonly Shop[] {
  const { shop } = change;
  if (!sells(shop) || !isComparable(shop)) return [];
  const before = change.kind !== 'listed' && sellsSame(change.before, shop) ? unitPriceOf(change.before) : null;
  const asks = market.ofKey(shop.item.identity.key)?.asks ?? [];
  return asks.filter((mine) => isUndercut(mine, shop, market) && !(before !== null && before < unitPriceOf(mine)));
}

/** Returns the undercut owners, by the `playerKey`s of their names and uuids. Cached, because many watches ask. */
export function undercutOwners(change: Change, market: Rivals): ReadonlySet<string> {
  if (change.kind !== 'listed' && change.kind !== 'restocked' && change.kind !== 'price-changed') return NO_OWNERS;
  const known = undercutOwnersCache.get(change);
  if (known?.market === market) return known.keys;
  const keys = new Set<string>();
  for (const owner of new Set(undercutBy(change, market).map((shop) => shop.owner))) {
    for (const key of playerKeys(owner)) keys.add(key);
  }
  undercutOwnersCache.set(change, { market, keys });
  return keys;
}

const NO_OWNERS: ReadonlySet<string> = new Set();

const undercutOwnersCache = new WeakMap<OfferChange, { readonly market: Rivals; readonly keys: ReadonlySet<string> }>();

/** @returns the unit price of the owner's cheapest shop that `rival` undercuts, or null if it undercuts none */
export function undercutPrice(owner: string, rival: Shop, market: Rivals): number | null {
  const asks = market.ofKey(rival.item.identity.key)?.asks ?? [];
  const mine = asks.filter((shop) => isPlayer(shop.owner, owner) && isUndercut(shop, rival, market));
  return mine.length === 0 ? null : Math.min(...mine.map(unitPriceOf));
}

function sellsSame(before: Shop, shop: Shop): boolean {
  return sells(before) && isComparable(before) && before.item.identity.key === shop.item.identity.key;
}

/** Returns whether a painting's canvas id is banned. */
export type IsBanned = (canvas: string) => boolean;

/** Returns the banned paintings that a shop offers since the change. */
export function findNewlyBanned(change: Change, isBanned: IsBanned): readonly string[] {
  if (change.kind === 'banned') return [change.canvas];
  if (change.kind !== 'listed' && change.kind !== 'price-changed') return [];
  // Reported as listed with its first stock.
  if (change.shop.awaitsFirstStock) return [];
  const banned = canvasesIn(change.shop.item).filter(isBanned);
  if (banned.length === 0 || change.kind === 'listed') return banned;
  const before = canvasesIn(change.before.item);
  return banned.filter((canvas) => !before.includes(canvas));
}

/** Returns the canvases of an item and its contents, each once. */
export function canvasesIn(item: Item): readonly string[] {
  const own = item.identity.variant?.canvas;
  if (item.contents.length === 0) return own ? [own] : [];
  const within = contentsOf(item).flatMap(({ identity }) => identity.variant?.canvas ?? []);
  return [...new Set(own ? [own, ...within] : within)];
}

/**
 * Returns the worth of an item by the trades of the last 30 days, as a unit price in diamonds.
 * @param key the identity's
 * @returns null if it has no worth
 */
export type WorthOf = (key: string) => number | null;

/** Facts for matching besides the change itself. */
export interface MatchContext {
  /** Null before the first snapshot: then no owner is undercut. */
  readonly market: Rivals | null;
  readonly isBanned: IsBanned;
  /** Absent if no worth is known: then nothing is a deal. */
  readonly worthOf?: WorthOf;
}

export const EMPTY_MATCH_CONTEXT: MatchContext = { market: null, isBanned: () => false };
