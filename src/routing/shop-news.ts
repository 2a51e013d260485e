import type { Change } from '../market/change.ts';
import { contentsOf } from '../market/item/contents.ts';
import { countsForWorth, type Item } from '../market/item/item.ts';
import type { Market } from '../market/market.ts';
import { isPlayer, playerKeys } from '../market/player.ts';
import type { Filter } from '../market/search/filter.ts';
import { matchShop } from '../market/search/match.ts';
import { hasRestocked, hasSoldOut } from '../market/shops/difference.ts';
import type { Shop, Side } from '../market/shops/shop.ts';
import { inStock, unitPriceOf } from '../market/shops/unit-price.ts';

/** Kinds of news of a shop that feeds and watches ask for. One change may be several of these at once. */

/** A new offer that can trade a bundle. A shop that is set up empty counts with its first stock. */
export function isNewListing(filter: Filter, change: Change, side: Side | 'any'): boolean {
  const shop = shopNow(change);
  return shop !== null && inStock(shop, shop.remaining) && isNewOffer(filter, change, side);
}

/** A shop that offers the goods of the filter, and did not before: a new one, or one that has changed its goods. */
export function isNewOffer(filter: Filter, change: Change, side: Side | 'any'): boolean {
  const shop = shopNow(change);
  if (shop === null || (side !== 'any' && shop.side !== side) || !holds(filter, shop)) return false;
  if (change.kind === 'listed') return true;
  return (
    change.kind === 'price-changed' && (change.before.side !== shop.side || !holds(goodsOf(filter), change.before))
  );
}

/** A shop that sells whose stock rose, and that can sell a bundle now. */
export function isRestock(filter: Filter, change: Change): boolean {
  if (change.kind !== 'restocked' && change.kind !== 'price-changed') return false;
  const { shop, before } = change;
  return shop.side === 'ask' && hasRestocked(before, shop) && holds(filter, shop);
}

/** A shop that could sell a bundle before, and cannot now or is gone. What is asked of its stock is asked of what it had. */
export function isSoldOut(filter: Filter, change: Change): boolean {
  switch (change.kind) {
    case 'sold-out':
    case 'price-changed':
      return change.before.side === 'ask' && hasSoldOut(change.before, change.shop) && holds(filter, change.before);
    case 'removed':
      return canSell(change.before) && holds(filter, change.before);
    default:
      return false;
  }
}

/** A shop that sells the same as before, for less, and has it. */
export function isPriceDrop(filter: Filter, change: Change): boolean {
  if (change.kind !== 'price-changed') return false;
  const { shop, before } = change;
  if (before.side !== 'ask' || shop.item.identity.key !== before.item.identity.key) return false;
  return canSell(shop) && unitPriceOf(shop) < unitPriceOf(before) && holds(filter, shop);
}

/** Whether a shop sells and has a bundle left. `remaining`: its stock in items, as the snapshot told it unless given. */
function canSell(shop: Shop, remaining = shop.remaining): boolean {
  return shop.side === 'ask' && remaining >= shop.item.quantity;
}

/** The shop as it is after the change; null: it is gone, or the change is of none. */
export function shopNow(change: Change): Shop | null {
  return change.kind === 'auctioned' || change.kind === 'removed' ? null : change.shop;
}

function holds(filter: Filter, shop: Shop): boolean {
  return matchShop(filter, shop, shop.remaining) !== null;
}

/** Only what is asked of the goods themselves. */
export function goodsOf({ item, enchantments, containers }: Filter): Filter {
  return { containers, ...(item && { item }), ...(enchantments && { enchantments }) };
}

/** The market as far as undercutting is judged by it. */
export type Rivals = Pick<Market, 'ofKey' | 'remainingOf'>;

/** Changes that may undercut other shops. */
type OfferChange = Extract<Change, { readonly kind: 'listed' | 'restocked' | 'price-changed' }>;

/**
 * Shops of others that sell the same for more than the changed shop asks from now on, and have it: those it undercuts
 * since this change. Filled boxes and items of unknown variant are compared with nothing.
 */
function undercutBy(change: OfferChange, market: Rivals): readonly Shop[] {
  const { shop } = change;
  if (!canSell(shop) || !isComparable(shop)) return [];
  const before = change.kind !== 'listed' && sellsSame(change.before, shop) ? unitPriceOf(change.before) : null;
  const asks = market.ofKey(shop.item.identity.key)?.asks ?? [];
  return asks.filter((mine) => isUndercut(mine, shop, market) && !(before !== null && before < unitPriceOf(mine)));
}

/** The owners whom the change undercuts, by the `playerKey`s of their names and uuids. Cached, as many watches ask. */
export function undercutOwners(change: Change, market: Rivals): ReadonlySet<string> {
  if (change.kind !== 'listed' && change.kind !== 'restocked' && change.kind !== 'price-changed') return NOBODY;
  const known = owners.get(change);
  if (known?.market === market) return known.keys;
  const keys = new Set<string>();
  for (const owner of new Set(undercutBy(change, market).map((shop) => shop.owner))) {
    for (const key of playerKeys(owner)) keys.add(key);
  }
  owners.set(change, { market, keys });
  return keys;
}

const NOBODY: ReadonlySet<string> = new Set();

const owners = new WeakMap<OfferChange, { readonly market: Rivals; readonly keys: ReadonlySet<string> }>();

/** Whether `rival` sells the same as `mine` for less, while both have it. */
function isUndercut(mine: Shop, rival: Shop, market: Pick<Rivals, 'remainingOf'>): boolean {
  return (
    mine.owner.uuid !== rival.owner.uuid &&
    mine.item.identity.key === rival.item.identity.key &&
    isComparable(mine) &&
    unitPriceOf(rival) < unitPriceOf(mine) &&
    canSell(mine, market.remainingOf(mine).remaining)
  );
}

/** @returns the unit price of the owner's cheapest shop that `rival` undercuts, or null if it undercuts none */
export function undercutPrice(owner: string, rival: Shop, market: Rivals): number | null {
  const asks = market.ofKey(rival.item.identity.key)?.asks ?? [];
  const mine = asks.filter((shop) => isPlayer(shop.owner, owner) && isUndercut(shop, rival, market));
  return mine.length === 0 ? null : Math.min(...mine.map(unitPriceOf));
}

function isComparable({ item }: Shop): boolean {
  return item.identity.variant !== null && item.contents.length === 0 && countsForWorth(item);
}

function sellsSame(before: Shop, shop: Shop): boolean {
  return canSell(before) && isComparable(before) && before.item.identity.key === shop.item.identity.key;
}

/** Tells whether a painting's canvas id is banned. */
export type IsBanned = (canvas: string) => boolean;

/** The banned paintings that a shop offers since the change. */
export function findNewlyBanned(change: Change, isBanned: IsBanned): readonly string[] {
  if (change.kind === 'banned') return [change.canvas];
  if (change.kind !== 'listed' && change.kind !== 'price-changed') return [];
  // The shop is reported with its first stock, as listed.
  if (change.shop.awaitsFirstStock) return [];
  const banned = canvasesIn(change.shop.item).filter(isBanned);
  if (banned.length === 0 || change.kind === 'listed') return banned;
  const before = canvasesIn(change.before.item);
  return banned.filter((canvas) => !before.includes(canvas));
}

/** The canvases of an item and its contents, each once. */
export function canvasesIn(item: Item): readonly string[] {
  const own = item.identity.variant?.canvas;
  if (item.contents.length === 0) return own ? [own] : [];
  const within = contentsOf(item).flatMap(({ identity }) => identity.variant?.canvas ?? []);
  return [...new Set(own ? [own, ...within] : within)];
}

/**
 * The worth of an item by the trades of 30 days, in diamonds for one.
 * @param key the identity's
 * @returns null if there is no worth
 */
export type WorthOf = (key: string) => number | null;

/**
 * Facts beside the change itself. `market` null: none is in yet, so that nobody is undercut. `worthOf` absent: no worth
 * is known, so that nothing is a deal.
 */
export interface MatchContext {
  readonly market: Rivals | null;
  readonly isBanned: IsBanned;
  readonly worthOf?: WorthOf;
}

/** No market, no bans, no worths. */
export const EMPTY_MATCH_CONTEXT: MatchContext = { market: null, isBanned: () => false };
