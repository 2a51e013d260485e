import type { Change } from '../market/change.ts';
import type { Shop } from '../market/shops/shop.ts';
import { type DeliveredPrice, dealPriceOf, isBetter, isMuchBetter, isTenthUnder, pricedGoods } from './better-price.ts';
import { matchedUnitPrice, type WatchCriteria } from './match.ts';
import type { WorthOf } from './match-context.ts';
import { type DealAsker, dealsFor, dealTermsOf } from './under-worth.ts';
import { PRICE_NEEDED } from './watch.ts';

/** A watch's criteria, or those of a feed. */
export type Asker = WatchCriteria | Extract<DealAsker, { readonly kind: unknown }>;

/** The price of one of the goods at a shop before, and now, in diamonds. */
export interface Improvement {
  readonly shop: Shop;
  readonly was: number;
  readonly is: number;
}

/**
 * The better price of a shop that matched an `at-or-below`, `at-or-above` or `under-worth` watch or a `deals` feed
 * already.
 * @param worthOf judges deals; absent: no worth is known
 * @returns null if the change is no such thing
 */
export function improvementOf(asker: Asker, change: Change, worthOf?: WorthOf): Improvement | null {
  if (change.kind !== 'price-changed') return null;
  const { shop, before } = change;
  const terms = dealTermsOf(asker);
  if (terms !== null) {
    const deals = dealsFor(terms, change, worthOf);
    if (deals.now === null || deals.before === null) return null;
    const { unitPrice: is } = deals.now;
    const { unitPrice: was } = deals.before;
    return is < was ? { shop, was, is } : null;
  }
  if (!('trigger' in asker) || !PRICE_NEEDED.includes(asker.trigger)) return null;
  const is = matchedUnitPrice(asker, shop, shop.remaining);
  const was = is === null ? null : matchedUnitPrice(asker, before, before.remaining);
  return is !== null && was !== null && isBetter(asker, is, was) ? { shop, was, is } : null;
}

/**
 * Whether it is delivered: 10 % better than the price told last. A deal is compared with the price told of its own
 * shop, since a watch or feed for deals tells of many shops and goods. Where no price of the same goods is known, as of
 * a shop that the reply at saving showed, the shop's own price before counts.
 * @param last the price told last: of the shop for deals, else of the watch
 */
export function isWorthDelivering(asker: Asker, { shop, was, is }: Improvement, last: DeliveredPrice | null): boolean {
  if (!('trigger' in asker) || dealTermsOf(asker) !== null) {
    return isTenthUnder(is, last !== null && last.goods === dealPriceOf(shop)?.goods ? last.unitPrice : was);
  }
  const watch = asker;
  const goods = pricedGoods(watch, shop);
  if (goods === null) return false;
  const beaten = last?.goods === goods ? last : { unitPrice: was, goods };
  return isMuchBetter(watch, { unitPrice: is, goods }, beaten);
}
