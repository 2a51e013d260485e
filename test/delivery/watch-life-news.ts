import type { Watch } from '../../src/routing/watch.ts';

/** The worth of a slime block in diamonds. */
export const WORTH = 4;

/** The part of a shop of slime blocks that a watch depends on. The id determines the owner. */
export interface ModelShop {
  readonly id: number;
  readonly side: 'ask' | 'bid';
  readonly price: number;
  readonly quantity: number;
  readonly remaining: number;
}

/** A change of a shop between two snapshots, or a trade. `name` identifies it. */
export type News = { readonly name: string } & (
  | { readonly kind: 'shop'; readonly before: ModelShop | null; readonly after: ModelShop | null }
  | { readonly kind: 'auctioned' | 'traded'; readonly unitPrice: number; readonly modelShop: ModelShop | null }
);

export function ownerOf({ id }: Pick<ModelShop, 'id'>): 'Ada' | 'Bob' {
  return id % 2 === 0 ? 'Bob' : 'Ada';
}

/** Returns whether a watch matches the news. */
export function wants(watch: Watch, news: News): boolean {
  const { trigger, price } = watch;
  if (news.kind !== 'shop') {
    const { minStock, owner } = watch.filter;
    if (trigger !== news.kind || (price !== null && news.unitPrice > price)) return false;
    if (owner !== undefined && (news.modelShop === null || ownerOf(news.modelShop) !== owner)) return false;
    return minStock === undefined || (news.modelShop !== null && news.modelShop.remaining >= minStock);
  }
  const { before, after } = news;
  switch (trigger) {
    case 'at-or-below':
    case 'at-or-above':
    case 'under-worth':
      return after !== null && isPriced(watch, after) && !(before !== null && isPriced(watch, before));
    case 'listed':
      return after?.side === 'ask' && before?.side !== 'ask' && hasBundle(after) && passes(watch, after);
    case 'restocked':
      if (after?.side !== 'ask' || before?.side !== 'ask') return false;
      return after.remaining > before.remaining && hasBundle(after) && passes(watch, after);
    case 'sold-out':
      if (before?.side !== 'ask' || !hasBundle(before) || !passes(watch, before)) return false;
      return after === null || (after.side === 'ask' && !hasBundle(after));
    case 'auctioned':
    case 'traded':
    case 'my-shop':
      return false;
  }
}

/**
 * Returns whether a shop that matched a watch's price now has a better one. The required difference is checked at
 * delivery.
 */
export function isImproved(
  watch: Watch,
  news: News,
): news is News & { readonly before: ModelShop; readonly after: ModelShop } {
  if (!['at-or-below', 'at-or-above', 'under-worth'].includes(watch.trigger) || news.kind !== 'shop') return false;
  const { before, after } = news;
  if (before === null || after === null || !isPriced(watch, before) || !isPriced(watch, after)) return false;
  return isUnder(priceOf(watch, after), priceOf(watch, before));
}

export function isUnder(price: Price, other: Price): boolean {
  return price.side === 'bid' ? price.of > other.of : price.of < other.of;
}

export function isTenthUnder(price: Price, other: Price): boolean {
  if (price.side !== other.side || price.of === other.of) return false;
  return price.side === 'bid' ? 10 * price.of >= 11 * other.of : 10 * price.of <= 9 * other.of;
}

/**
 * The price of one slime block. Prices of different sides are never compared, nor prices of different goods: a deal's
 * goods are the shop's own, those of another offer are named by the watch.
 */
export interface Price {
  readonly side: 'ask' | 'bid' | 'deal';
  readonly of: number;
}

/** Returns the price that a watch reports, or null for a watch without one: on empty shops or on deals. */
export function priceIn(watch: Watch, news: News): Price | null {
  const isPriced = ['at-or-below', 'at-or-above', 'under-worth', 'listed', 'restocked'].includes(watch.trigger);
  if (!isPriced || news.kind !== 'shop' || news.after === null) return null;
  return priceOf(watch, news.after);
}

export function priceOf({ trigger }: Watch, { price, quantity }: ModelShop): Price {
  const side = trigger === 'at-or-above' ? 'bid' : trigger === 'under-worth' ? 'deal' : 'ask';
  return { side, of: price / quantity };
}

/** Whether the shop offers at the watch's price, with stock to sell or space to buy. */
export function isPriced(watch: Watch, modelShop: ModelShop): boolean {
  const unitPrice = modelShop.price / modelShop.quantity;
  if (!passes(watch, modelShop) || !hasBundle(modelShop)) return false;
  if (watch.trigger === 'under-worth') {
    return modelShop.side === 'ask' && unitPrice <= WORTH * (1 - (watch.percent ?? 25) / 100);
  }
  if (watch.price === null) return false;
  if (watch.trigger === 'at-or-above') return modelShop.side === 'bid' && unitPrice >= watch.price;
  return modelShop.side === 'ask' && unitPrice <= watch.price;
}

export function passes({ filter: { owner, minStock = 0 } }: Watch, modelShop: ModelShop): boolean {
  return (owner === undefined || ownerOf(modelShop) === owner) && modelShop.remaining >= minStock;
}

export function hasBundle({ remaining, quantity }: ModelShop): boolean {
  return remaining >= quantity;
}
