import type { Shop, Side } from './shop.ts';
import { unitPriceOf } from './unit-price.ts';

/** The shops of an item by their sides: asks, bids, other kinds. Asks from the cheapest, those in stock first; bids from the highest. */
export function inItemOrder(a: Shop, b: Shop): number {
  if (a.side !== b.side) return rankOf(a.side) - rankOf(b.side);
  if (a.side === 'ask') return cheapestFirst(a, b);
  return a.side === 'bid' ? highestFirst(a, b) : a.id - b.id;
}

function rankOf(side: Side): number {
  return side === 'ask' ? 0 : side === 'bid' ? 1 : 2;
}

function cheapestFirst(a: Shop, b: Shop): number {
  const stock = Number(hasBundle(b)) - Number(hasBundle(a));
  return stock || unitPriceOf(a) - unitPriceOf(b) || a.id - b.id;
}

function hasBundle({ remaining, item }: Shop): boolean {
  return remaining >= item.quantity;
}

/** The order of bids. */
export function highestFirst(a: Shop, b: Shop): number {
  return unitPriceOf(b) - unitPriceOf(a) || a.id - b.id;
}
