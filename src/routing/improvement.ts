import type { Change } from '../market/change.ts';
import { isBetter, isMuchBetter, priceAtShop, type ToldPrice } from './better-price.ts';
import { type Asked, isAtPrice } from './match.ts';

/** What a watch's goods cost (or brought) at a shop before, and now. `shop`: its id. */
export interface Improvement {
  readonly shop: number;
  readonly was: ToldPrice;
  readonly is: ToldPrice;
}

/** A shop that matched an `at-or-below` or `at-or-above` watch already, and now has a better price; null: the change is no such thing. */
export function improvementOf(watch: Asked, change: Change): Improvement | null {
  if (change.kind !== 'price-changed') return null;
  const { shop, before } = change;
  if (!isAtPrice(watch, shop, shop.remaining) || !isAtPrice(watch, before, before.remaining)) return null;
  const [was, is] = [priceAtShop(watch, before), priceAtShop(watch, shop)];
  return was && is && isBetter(watch, is, was) ? { shop: shop.id, was, is } : null;
}

/**
 * Whether it is told: 10 % better than the price told last. Where none is known of the same goods, as of a shop that the
 * reply at saving showed, than the shop's own before.
 */
export function isWorthTelling(watch: Asked, { was, is }: Improvement, last: ToldPrice | null): boolean {
  return isMuchBetter(watch, is, last?.goods === is.goods ? last : was);
}
