import type { MarketEvent } from '../event.ts';
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

/** Whether a bundle can be had. A bid always counts as able: its stock is the owner's purse, which nobody tells. */
export function inStock(shop: Shop, remaining: number): boolean {
  return shop.side === 'bid' || remaining >= shop.item.quantity;
}
