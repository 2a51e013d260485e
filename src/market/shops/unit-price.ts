import type { MarketEvent } from '../change.ts';
import type { Shop } from './shop.ts';

/** Diamonds for one item. A price of 0 is a price. */
export function unitPriceOf(shop: Shop): number {
  return shop.price / shop.item.quantity;
}

/** How many items changed hands, and the diamonds for all of them. */
export function tradedIn(event: MarketEvent): { readonly count: number; readonly paid: number } {
  return event.kind === 'auction'
    ? { count: event.sold, paid: event.finalBid }
    : { count: event.moved, paid: event.paid };
}

/** Whether one bundle can be traded: is left, or at a bid has room. `remaining`: items. */
export function inStock({ item }: Shop, remaining: number): boolean {
  return remaining >= item.quantity;
}

/** Whether the shop sells at least one bundle now. */
export function sells(shop: Shop, remaining = shop.remaining): boolean {
  return shop.side === 'ask' && inStock(shop, remaining);
}
