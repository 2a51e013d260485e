import type { Change } from '../market/change.ts';
import { DEFAULT_DEAL_TERMS, type Deal, type DealTerms, dealOf, goodsSold } from '../market/deals/deal.ts';
import type { Identity } from '../market/item/item.ts';
import type { Filter } from '../market/search/filter.ts';
import { matchIdentity, matchShop } from '../market/search/match.ts';
import type { Shop } from '../market/shops/shop.ts';
import { inStock } from '../market/shops/unit-price.ts';
import type { Feed } from './feed.ts';
import type { OfferChange, WorthOf } from './shop-news.ts';
import type { Watch } from './watch.ts';

/** Conditions of an `under-worth` watch or a `deals` feed. */
export interface FilteredTerms extends DealTerms {
  readonly filter: Filter;
}

export function termsOfWatch({
  filter,
  percent = DEFAULT_DEAL_TERMS.discount,
  minSaving = DEFAULT_DEAL_TERMS.minSaving,
}: Pick<Watch, 'filter' | 'percent' | 'minSaving'>): FilteredTerms {
  return { filter, discount: percent, minSaving };
}

export function termsOfFeed({
  filter,
  discount = DEFAULT_DEAL_TERMS.discount,
  minSaving = DEFAULT_DEAL_TERMS.minSaving,
}: Pick<Feed, 'filter' | 'discount' | 'minSaving'>): FilteredTerms {
  return { filter, discount, minSaving };
}

/** The fields of a watch or feed that decide about deals. */
export type DealAsker =
  | Pick<Watch, 'trigger' | 'filter' | 'percent' | 'minSaving'>
  | Pick<Feed, 'kind' | 'filter' | 'discount' | 'minSaving'>;

/** @returns the conditions of an `under-worth` watch or a `deals` feed, or null for any other */
export function dealTermsOf(asker: DealAsker): FilteredTerms | null {
  if ('trigger' in asker) return asker.trigger === 'under-worth' ? termsOfWatch(asker) : null;
  return asker.kind === 'deals' ? termsOfFeed(asker) : null;
}

/** Returns whether a feed or watch is for deals. */
export function isOfDeals(asker: DealAsker): boolean {
  return dealTermsOf(asker) !== null;
}

export function isOfferChange(change: Change): change is OfferChange {
  return change.kind === 'listed' || change.kind === 'restocked' || change.kind === 'price-changed';
}

/** A shop's deal after a change, and before it. `before` is also null if the shop sold other goods. */
export interface DealsOfChange {
  readonly now: Deal | null;
  readonly before: Deal | null;
}

const NO_DEALS: DealsOfChange = { now: null, before: null };
/** The lowest terms that a user can set. Every deal that may match any feed or watch meets them. */
export const LEAST_TERMS: DealTerms = { discount: 1, minSaving: 0 };

const judged = new WeakMap<Change, DealsOfChange & { readonly worthOf: WorthOf }>();

/**
 * Judges a changed shop by its worth, once for all watches and feeds that the change concerns. The stock is the
 * snapshot's.
 *
 * Only a change of a shop makes a deal. A worth that rises or falls is no change, or it would flood users with alerts:
 * `before` is therefore judged by the current worth, too.
 */
export function dealsOfChange(change: Change, worthOf: WorthOf | undefined): DealsOfChange {
  if (worthOf === undefined || !isOfferChange(change)) return NO_DEALS;
  const known = judged.get(change);
  if (known?.worthOf === worthOf) return known;
  const now = dealOf(change.shop, change.shop.remaining, worthOf, LEAST_TERMS);
  const before =
    now === null || change.kind === 'listed'
      ? null
      : dealOf(change.before, change.before.remaining, worthOf, LEAST_TERMS);
  const isSame = before?.identity.key === now?.identity.key;
  const deals = { worthOf, now, before: isSame ? before : null };
  judged.set(change, deals);
  return deals;
}

/** Returns the deals of a change that meet the terms. Without one now there is none before. */
export function dealsFor(terms: FilteredTerms, change: Change, worthOf: WorthOf | undefined): DealsOfChange {
  const { now, before } = dealsOfChange(change, worthOf);
  if (now === null || !meets(terms, now, now.shop.remaining)) return NO_DEALS;
  return { now, before: before !== null && meets(terms, before, before.shop.remaining) ? before : null };
}

/**
 * Judges a shop as it is now.
 * @param remaining its live stock, in items
 * @returns null if it is no deal by these terms
 */
export function dealNow(terms: FilteredTerms, shop: Shop, remaining: number, worthOf: WorthOf): Deal | null {
  const deal = dealOf(shop, remaining, worthOf, LEAST_TERMS);
  return deal !== null && meets(terms, deal, remaining) ? deal : null;
}

function meets({ filter, discount, minSaving }: FilteredTerms, deal: Deal, remaining: number): boolean {
  if (deal.percent < discount || deal.saving < minSaving) return false;
  return matchGoods(filter, deal.identity, deal.shop, remaining);
}

/**
 * Returns whether a shop passes the filter with these of its goods. A price is that of one of the goods, not of their
 * container.
 */
export function matchGoods(filter: Filter, identity: Identity, shop: Shop, remaining: number): boolean {
  if (shop.item.contents.length > 0 && !filter.containers) return false;
  return matchIdentity(filter, identity) && matchShop({ ...filter, item: identity }, shop, remaining) !== null;
}

/** Returns the goods whose worth decides whether these changes make deals, each once. */
export function goodsToJudge(changes: readonly Change[]): readonly Identity[] {
  const goods = new Map<string, Identity>();
  for (const change of changes) {
    if (!isOfferChange(change) || change.shop.side !== 'ask' || !inStock(change.shop, change.shop.remaining)) continue;
    const sold = goodsSold(change.shop);
    if (sold !== null) goods.set(sold.identity.key, sold.identity);
  }
  return [...goods.values()];
}
