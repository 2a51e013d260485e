import type { Watch } from '../../src/routing/watch.ts';

/** Diamonds that a slime block is worth. */
export const WORTH = 4;

/** A shop of slime blocks, as far as a watch's life depends on it; the owner is by the id. */
export interface ModelShop {
  readonly id: number;
  readonly side: 'ask' | 'bid';
  readonly price: number;
  readonly quantity: number;
  readonly remaining: number;
}

/** What happened: to a shop between two snapshots, or a deal. `name` tells it from all others. */
export type News = { readonly name: string } & (
  | { readonly kind: 'shop'; readonly before: ModelShop | null; readonly after: ModelShop | null }
  | { readonly kind: 'auctioned' | 'traded'; readonly unitPrice: number; readonly modelShop: ModelShop | null }
);

export function ownerOf({ id }: Pick<ModelShop, 'id'>): 'Ada' | 'Bob' {
  return id % 2 === 0 ? 'Bob' : 'Ada';
}

/** Whether a watch is to be told of what happened. */
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

/** A shop that the watch had its price at before has a better one now: by how much it must be, is judged when it is told. */
export function isBettered(
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
 * The price of one slime block. `side`: prices of different sides are never compared. A deal's price is that of the
 * shop's own goods, another ask's that of the goods that the watch names: an edit from one trigger to the other changes
 * the goods.
 */
export interface Price {
  readonly side: 'ask' | 'bid' | 'deal';
  readonly of: number;
}

/** The price that a watch is told of; null: it asks for none, as who hears of empty shops, or of deals. */
export function priceIn(watch: Watch, news: News): Price | null {
  const isPriced = ['at-or-below', 'at-or-above', 'under-worth', 'listed', 'restocked'].includes(watch.trigger);
  if (!isPriced || news.kind !== 'shop' || news.after === null) return null;
  return priceOf(watch, news.after);
}

export function priceOf({ trigger }: Watch, { price, quantity }: ModelShop): Price {
  const side = trigger === 'at-or-above' ? 'bid' : trigger === 'under-worth' ? 'deal' : 'ask';
  return { side, of: price / quantity };
}

/** To be had at the watch's price: from a shop that sells and has it, or at one that buys and has room. */
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
