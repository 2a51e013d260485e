import type { Stock } from '../market/market.ts';
import type { Shop } from '../market/shop.ts';
import { matchesAtOrBelow } from './match.ts';
import type { Cause } from './notice.ts';
import type { Watch } from './watch.ts';

/** The market as a re-check reads it (`Market` fits): a shop as last seen, undefined: gone, and its live stock. */
export interface LiveShops {
  shop(id: number): Shop | undefined;
  remainingOf(shop: Shop): Stock;
}

/**
 * Whether a watch's cause still holds at the moment of telling. What an event told stays true; an `at-or-below` shop
 * must still be there, and match with its live stock; without a snapshot (null) nobody can say that it does not.
 */
export function stillTrue(watch: Watch, cause: Cause, shops: LiveShops | null): boolean {
  if (watch.trigger !== 'at-or-below' || cause.kind !== 'change' || !('shop' in cause.change)) return true;
  if (shops === null) return true;
  const shop = cause.change.shop === null ? undefined : shops.shop(cause.change.shop.id);
  return shop !== undefined && matchesAtOrBelow(watch, shop, shops.remainingOf(shop).remaining);
}
