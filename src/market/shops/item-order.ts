import type { Shop, Side } from './shop.ts';
import { inStock, unitPriceOf } from './unit-price.ts';

/**
 * The shops of an item by their sides: asks, bids, other kinds. Asks from the cheapest, bids from the highest; those in
 * stock, or with room, first.
 */
export function inItemOrder(a: Shop, b: Shop): number {
  if (a.side !== b.side) return rankOf(a.side) - rankOf(b.side);
  if (a.side === 'ask') return cheapestFirst(a, b);
  return a.side === 'bid' ? highestFirst(a, b) : a.id - b.id;
}

function rankOf(side: Side): number {
  return side === 'ask' ? 0 : side === 'bid' ? 1 : 2;
}

function cheapestFirst(a: Shop, b: Shop): number {
  return ableFirst(a, b) || unitPriceOf(a) - unitPriceOf(b) || a.id - b.id;
}

/** The order of bids. */
export function highestFirst(a: Shop, b: Shop): number {
  return ableFirst(a, b) || unitPriceOf(b) - unitPriceOf(a) || a.id - b.id;
}

function ableFirst(a: Shop, b: Shop): number {
  return Number(inStock(b, b.remaining)) - Number(inStock(a, a.remaining));
}
