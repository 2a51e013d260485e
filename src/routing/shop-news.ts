import type { Change } from '../market/change.ts';
import type { Filter } from '../market/search/filter.ts';
import { matchShop } from '../market/search/match.ts';
import { hasRestocked, hasSoldOut } from '../market/shops/difference.ts';
import type { Shop, Side } from '../market/shops/shop.ts';
import { inStock, unitPriceOf } from '../market/shops/unit-price.ts';

/** What two snapshots tell of a shop, as feeds and watches ask for it. One change may be several of these at once. */

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
export function canSell(shop: Shop, remaining = shop.remaining): boolean {
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
