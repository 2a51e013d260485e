import type { Change } from '../market/change.ts';
import type { Shop } from '../market/shops/shop.ts';
import { type DeliveredPrice, isBetter, isMuchBetter, pricedGoods } from './better-price.ts';
import { matchedUnitPrice, type WatchCriteria } from './match.ts';
import type { WorthOf } from './match-context.ts';
import { dealsFor, termsOfWatch } from './under-worth.ts';
import { PRICE_NEEDED } from './watch.ts';

/** The price of one of a watch's goods at a shop before, and now, in diamonds. */
export interface Improvement {
  readonly shop: Shop;
  readonly was: number;
  readonly is: number;
}

/**
 * The better price of a shop that matched an `at-or-below`, `at-or-above` or `under-worth` watch already.
 * @param worthOf judges `under-worth` watches; absent: no worth is known
 * @returns null if the change is no such thing
 */
export function improvementOf(watch: WatchCriteria, change: Change, worthOf?: WorthOf): Improvement | null {
  if (change.kind !== 'price-changed') return null;
  const { shop, before } = change;
  if (watch.trigger === 'under-worth') {
    const deals = dealsFor(termsOfWatch(watch), change, worthOf);
    const [was, is] = [deals.before?.unitPrice, deals.now?.unitPrice];
    return was !== undefined && is !== undefined && is < was ? { shop, was, is } : null;
  }
  if (!PRICE_NEEDED.includes(watch.trigger)) return null;
  const is = matchedUnitPrice(watch, shop, shop.remaining);
  const was = is === null ? null : matchedUnitPrice(watch, before, before.remaining);
  return is !== null && was !== null && isBetter(watch, is, was) ? { shop, was, is } : null;
}

/**
 * Whether it is delivered: 10 % better than the price delivered last. Where none is known of the same goods, as of a shop that the
 * reply at saving showed, than the shop's own before.
 */
export function isWorthDelivering(
  watch: WatchCriteria,
  { shop, was, is }: Improvement,
  last: DeliveredPrice | null,
): boolean {
  const goods = pricedGoods(watch, shop);
  if (goods === null) return false;
  const beaten = last?.goods === goods ? last : { unitPrice: was, goods };
  return isMuchBetter(watch, { unitPrice: is, goods }, beaten);
}
