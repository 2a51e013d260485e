import { soleContent } from '../item/contents.ts';
import { countsForWorth, type Identity } from '../item/item.ts';
import { percentBelow } from '../prices/worth.ts';
import type { Shop } from '../shops/shop.ts';
import { inStock, unitPriceOf } from '../shops/unit-price.ts';

/** Minimums of a deal. */
export interface DealTerms {
  /** Per cent below the worth. */
  readonly discount: number;
  /** Diamonds saved, counted like `Deal.saving`. */
  readonly minSaving: number;
}

/** Terms used where the user gives none. A saving below a tenth of a diamond does not justify the trip. */
export const DEFAULT_DEAL_TERMS: DealTerms = { discount: 25, minSaving: 0.1 };

/** A usual purchase ends at one stack of items or at 100 diamonds, whichever comes first. */
const USUAL_PURCHASE_ITEMS = 64;
export const USUAL_PURCHASE_DIAMONDS = 100;

/**
 * A shop that asks less than the worth of `identity`, which is its item or, if `contained`, the one item its containers
 * hold.
 */
export interface Deal {
  readonly shop: Shop;
  readonly identity: Identity;
  readonly contained: boolean;
  /** Diamonds for one item. */
  readonly unitPrice: number;
  /** Diamonds for one item. */
  readonly worth: number;
  /** Per cent below the worth, with fraction. */
  readonly percent: number;
  /** Items in a usual purchase (see `countUsualBundles`). */
  readonly items: number;
  /** Diamonds saved on a usual purchase, to nine decimals. */
  readonly saving: number;
}

/**
 * Judges one shop. `/deals`, the trigger `under-worth` and the feed kind `deals` all use this function, which ignores
 * filters: callers match them with `identity` as the item.
 *
 * A deal is an ask with a bundle in stock, and both limits of the terms are inclusive. Goods of an unknown variant,
 * damaged and signed goods, empty or mixed containers and a worth of 0 are no deals. A filled container is judged by
 * its contents alone.
 * @param remaining items in stock now (containers, if the shop sells filled ones), or `UNLIMITED`
 * @param worthOf returns diamonds for one item by identity key; undefined or null if it has no worth
 * @returns the deal, or null if the shop is none
 */
export function dealOf(
  shop: Shop,
  remaining: number,
  worthOf: (key: string) => number | null | undefined,
  { discount, minSaving }: DealTerms,
): Deal | null {
  if (shop.side !== 'ask' || !inStock(shop, remaining)) return null;
  const goods = goodsSold(shop);
  const worth = goods && worthOf(goods.identity.key);
  if (!goods || !worth) return null;
  const unitPrice = unitPriceOf(shop) / goods.count;
  const percent = percentBelow(unitPrice, worth);
  if (percent < discount) return null;
  const bundle = shop.item.quantity * goods.count;
  const items = countUsualBundles(shop.price, bundle, Math.floor(remaining / shop.item.quantity)) * bundle;
  const saving = Math.round((worth - unitPrice) * items * 1e9) / 1e9;
  if (saving < minSaving) return null;
  return {
    shop,
    identity: goods.identity,
    contained: shop.item.contents.length > 0,
    unitPrice,
    worth,
    percent,
    items,
    saving,
  };
}

/**
 * Whether the saving ignores part of the stock because a usual purchase is smaller. A single bundle may exceed a usual
 * purchase.
 */
export function coversPartOfStock({ shop, items, unitPrice }: Deal): boolean {
  const { quantity } = shop.item;
  const inStock = Math.floor(shop.remaining / quantity) * quantity * (goodsSold(shop)?.count ?? 1);
  const paid = Math.round(items * unitPrice * 1e9) / 1e9;
  return items < inStock && items <= USUAL_PURCHASE_ITEMS && paid <= USUAL_PURCHASE_DIAMONDS;
}

/** Returns the goods that a worth applies to and their count in one item of the shop, or null if it sells none. */
export function goodsSold({ item }: Shop): { readonly identity: Identity; readonly count: number } | null {
  if (item.contents.length > 0) {
    const sole = soleContent(item);
    return sole?.isSound ? sole : null;
  }
  return item.identity.variant === null || !countsForWorth(item) ? null : { identity: item.identity, count: 1 };
}

/**
 * Counts the bundles of a usual purchase: all bundles in stock, up to one stack of items and 100 diamonds. The first
 * bundle always counts whole, since nobody can buy less. This keeps a huge or unlimited stock from outranking an offer
 * that saves more on a carryable amount.
 * @param price diamonds for a bundle
 * @param bundle items in a bundle
 * @param left bundles in stock, at least one
 */
function countUsualBundles(price: number, bundle: number, left: number): number {
  const ofStack = Math.floor(USUAL_PURCHASE_ITEMS / bundle);
  const ofDiamonds = price > 0 ? Math.floor(USUAL_PURCHASE_DIAMONDS / price) : Number.POSITIVE_INFINITY;
  return Math.min(left, Math.max(1, Math.min(ofStack, ofDiamonds)));
}
