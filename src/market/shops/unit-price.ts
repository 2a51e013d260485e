import type { MarketEvent } from '../change.ts';
import type { Shop } from './shop.ts';

/** Returns diamonds for one item. A price of 0 is valid. */
export function unitPriceOf(shop: Shop): number {
  return shop.price / shop.item.quantity;
}

/** Returns the number of traded items and the diamonds for all of them. */
export function tradedAmount(event: MarketEvent): { readonly count: number; readonly paid: number } {
  return event.kind === 'auction'
    ? { count: event.sold, paid: event.finalBid }
    : { count: event.moved, paid: event.paid };
}

/**
 * Whether the shop can trade one bundle: in stock, or with room at a bid.
 * @param remaining items left, or room for items
 */
export function inStock({ item }: Shop, remaining: number): boolean {
  return remaining >= item.quantity;
}

/** Whether the shop sells at least one bundle now. */
export function sells(shop: Shop, remaining = shop.remaining): boolean {
  return shop.side === 'ask' && inStock(shop, remaining);
}
