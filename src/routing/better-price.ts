import type { Change } from '../market/change.ts';
import { goodsSold } from '../market/deals/deal.ts';
import { filterKey } from '../market/search/filter.ts';
import { matchShop } from '../market/search/match.ts';
import type { Shop } from '../market/shops/shop.ts';
import { unitPriceOf } from '../market/shops/unit-price.ts';
import { matchedUnitPrice, type WatchCriteria } from './match.ts';
import { goodsFilterOf, shopNow, type WorthOf } from './shop-news.ts';
import { type DealAsker, dealsFor, dealTermsOf } from './under-worth.ts';
import { PRICE_TRIGGERS, type Watch, type WatchTrigger } from './watch.ts';

/**
 * A delivered unit price in diamonds. `goods` names the priced goods, so that an edited watch compares prices of the
 * same goods only.
 */
export interface DeliveredPrice {
  readonly unitPrice: number;
  readonly goods: string;
}

type Priced = Pick<Watch, 'trigger' | 'filter'>;

/** The direction in which a price gets better, or null if the trigger compares no prices. */
const BETTER_DIRECTIONS: Record<WatchTrigger, 'under' | 'over' | null> = {
  'at-or-below': 'under',
  'at-or-above': 'over',
  listed: 'under',
  restocked: 'under',
  'sold-out': null,
  auctioned: null,
  traded: null,
  'my-shop': null,
  'under-worth': 'under',
};

/** The share by which a price must beat the last delivered one to break the cool-down. */
const MUCH_BETTER_SHARE = 0.1;
/**
 * Tolerance for unit prices, which are quotients: a difference of exactly a tenth counts whatever its last binary
 * digit.
 */
const ROUNDING_SHARE = 1e-9;

/** Returns the direction in which a watch's prices get better, or null if it compares none. */
export function betterDirection({ trigger }: Pick<Watch, 'trigger'>): 'under' | 'over' | null {
  return BETTER_DIRECTIONS[trigger];
}

/**
 * Returns a key of the goods whose prices a watch compares: those it asks for, or for `under-worth` the goods of the
 * shop.
 * @returns null if it compares none
 */
export function goodsKeyOf({ trigger, filter }: Priced, shop?: Shop): string | null {
  const way = betterDirection({ trigger });
  if (trigger !== 'under-worth') return way && `${way} ${filterKey({ ...goodsFilterOf(filter), containers: true })}`;
  const goods = shop && goodsSold(shop);
  return goods ? `${way} ${goods.identity.key}` : null;
}

/** @returns the unit price of a shop's goods as deals compare it, or null if it does not sell goods of one kind */
export function dealPriceOf(shop: Shop): DeliveredPrice | null {
  const goods = goodsSold(shop);
  if (goods === null || shop.side !== 'ask') return null;
  return { unitPrice: unitPriceOf(shop) / goods.count, goods: `under ${goods.identity.key}` };
}

/**
 * Returns a key of the price that a feed or watch has reported of one shop. It includes the location, because a service
 * that is set up again may reuse the id, and the id, because two shops may share a location.
 */
export function shopPriceKey(id: string, { id: shopId, location: { world, x, y, z } }: Shop): string {
  // JSON escapes the characters that a database rejects in a text.
  return `${id} ${JSON.stringify([shopId, world, x, y, z])}`;
}

/**
 * Returns the unit price at which a change offers a watch's goods, or null if there is no offer or the goods are a
 * mixed container, which has none.
 */
export function offeredPrice(watch: Priced, change: Change): DeliveredPrice | null {
  const shop = change.kind === 'traded' ? null : shopNow(change);
  const goods = shop && goodsKeyOf(watch, shop);
  if (goods === null || shop === null) return null;
  const sold = watch.trigger === 'under-worth' ? goodsSold(shop) : null;
  const asked = sold === null ? goodsFilterOf(watch.filter) : { item: sold.identity, containers: true };
  const unitPrice = matchShop(asked, shop, shop.remaining)?.unitPrice ?? null;
  return unitPrice === null ? null : { unitPrice, goods };
}

/**
 * Returns whether a price breaks a watch's cool-down: 10 % or more below (`at-or-above`: above) the last delivered one.
 */
export function isMuchBetter(watch: Pick<Watch, 'trigger'>, price: DeliveredPrice, last: DeliveredPrice): boolean {
  if (price.goods !== last.goods || price.unitPrice === last.unitPrice) return false;
  return betterDirection(watch) === 'over'
    ? price.unitPrice >= last.unitPrice + stepFrom(last.unitPrice)
    : isTenthUnder(price.unitPrice, last.unitPrice);
}

/** Returns whether a unit price is 10 % or more below another of the same goods. Nothing is below 0. */
function isTenthUnder(unitPrice: number, other: number): boolean {
  return unitPrice !== other && unitPrice <= other - stepFrom(other);
}

function stepFrom(unitPrice: number): number {
  return unitPrice * (MUCH_BETTER_SHARE - ROUNDING_SHARE);
}

/** Returns whether a unit price is better than another of the same goods, by however little. */
export function isBetter(watch: Pick<Watch, 'trigger'>, unitPrice: number, other: number): boolean {
  return betterDirection(watch) === 'over' ? unitPrice > other : unitPrice < other;
}

/** Returns the better of two prices of the same goods, or the first if their goods differ. */
export function betterOf<P extends DeliveredPrice>(watch: Pick<Watch, 'trigger'>, one: P, other: DeliveredPrice): P {
  if (one.goods !== other.goods) return one;
  const choose = betterDirection(watch) === 'over' ? Math.max : Math.min;
  return { ...one, unitPrice: choose(one.unitPrice, other.unitPrice) };
}

/** A watch's conditions, or those of a feed. */
export type PriceAsker = WatchCriteria | Extract<DealAsker, { readonly kind: unknown }>;

/** A shop's unit price of the same goods before and now, in diamonds. */
export interface Improvement {
  readonly shop: Shop;
  readonly was: number;
  readonly is: number;
}

/**
 * Returns the better price of a shop that already matched an `at-or-below`, `at-or-above` or `under-worth` watch or a
 * `deals` feed.
 * @param worthOf judges deals; absent if no worth is known
 * @returns null if the change is no improvement
 */
export function improvementOf(asker: PriceAsker, change: Change, worthOf?: WorthOf): Improvement | null {
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
  if (!('trigger' in asker) || !PRICE_TRIGGERS.includes(asker.trigger)) return null;
  const is = matchedUnitPrice(asker, shop, shop.remaining);
  const was = is === null ? null : matchedUnitPrice(asker, before, before.remaining);
  return is !== null && was !== null && isBetter(asker, is, was) ? { shop, was, is } : null;
}

/**
 * Returns whether an improvement is delivered: it must be 10 % better than the last delivered price. Deals compare shop
 * by shop, because a watch or feed for deals reports many shops and goods. If no delivered price of the same goods is
 * known, the shop's former price counts.
 * @param last the last delivered price: of the shop for deals, else of the watch
 */
export function isWorthDelivering(
  asker: PriceAsker,
  { shop, was, is }: Improvement,
  last: DeliveredPrice | null,
): boolean {
  if (!('trigger' in asker) || dealTermsOf(asker) !== null) {
    return isTenthUnder(is, last !== null && last.goods === dealPriceOf(shop)?.goods ? last.unitPrice : was);
  }
  const watch = asker;
  const goods = goodsKeyOf(watch, shop);
  if (goods === null) return false;
  const beaten = last?.goods === goods ? last : { unitPrice: was, goods };
  return isMuchBetter(watch, { unitPrice: is, goods }, beaten);
}
