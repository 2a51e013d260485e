import { soleContent } from '../item/contents.ts';
import { countsForWorth, type Identity } from '../item/item.ts';
import { percentBelow } from '../prices/worth.ts';
import type { Shop } from '../shops/shop.ts';
import { inStock, unitPriceOf } from '../shops/unit-price.ts';

/**
 * `discount`: per cent below the worth at least. `minSaving`: diamonds saved at least, as `Deal.saving` counts them.
 */
export interface DealTerms {
  readonly discount: number;
  readonly minSaving: number;
}

/** Terms where a user names none. A saving below a tenth of a diamond is not worth the way. */
export const USUAL_TERMS: DealTerms = { discount: 25, minSaving: 0.1 };

/** A usual purchase ends at a stack of items, or at so many diamonds. */
const STACK_ITEMS = 64;
export const USUAL_DIAMONDS = 100;

/**
 * A shop that asks less than the worth of `identity`: its item, or where `contained`, the one item that its containers
 * hold. `unitPrice` and `worth`: diamonds for one item. `percent`: below the worth, with its fraction. `items`: in a
 * usual purchase (see `usualPurchase`). `saving`: diamonds saved on these, to nine decimals.
 */
export interface Deal {
  readonly shop: Shop;
  readonly identity: Identity;
  readonly contained: boolean;
  readonly unitPrice: number;
  readonly worth: number;
  readonly percent: number;
  readonly items: number;
  readonly saving: number;
}

/**
 * Judges one shop. `/deals`, the trigger `under-worth` and the feed kind `deals` all decide by this function. It does
 * not look at filters: match them with `identity` as the item.
 *
 * A deal is an ask with a bundle in stock, both borders of the terms included. Goods of an unknown variant, damaged and
 * signed goods, empty or mixed containers and a worth of 0 are no deals. A filled container is judged by its contents
 * alone.
 * @param remaining items left now, in what the shop sells (containers, where it sells filled ones), or `UNLIMITED`
 * @param worthOf diamonds for one item by the key of its identity; undefined or null if it has no worth
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
  const items = usualPurchase(shop.price, bundle, Math.floor(remaining / shop.item.quantity)) * bundle;
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
 * Whether the saving leaves stock out, because a usual purchase ends before it. A single bundle may be larger than one.
 */
export function endsBeforeStock({ shop, items, unitPrice }: Deal): boolean {
  const { quantity } = shop.item;
  const inStock = Math.floor(shop.remaining / quantity) * quantity * (goodsSold(shop)?.count ?? 1);
  const paid = Math.round(items * unitPrice * 1e9) / 1e9;
  return items < inStock && items <= STACK_ITEMS && paid <= USUAL_DIAMONDS;
}

/** The goods that a worth applies to and how many of them one item of the shop is, or null if it sells none. */
export function goodsSold({ item }: Shop): { readonly identity: Identity; readonly count: number } | null {
  if (item.contents.length > 0) {
    const sole = soleContent(item);
    return sole?.isSound ? sole : null;
  }
  return item.identity.variant === null || !countsForWorth(item) ? null : { identity: item.identity, count: 1 };
}

/**
 * Counts the bundles of a usual purchase: all that are left, until one more would make it more than a stack of items or
 * more than 100 diamonds. The first bundle always counts whole, since nobody can buy less. A huge or unlimited stock
 * therefore does not outrank an offer that saves more on what a player carries.
 * @param price diamonds for a bundle
 * @param bundle items in one
 * @param left bundles in stock, at least one
 */
function usualPurchase(price: number, bundle: number, left: number): number {
  const ofStack = Math.floor(STACK_ITEMS / bundle);
  const ofDiamonds = price > 0 ? Math.floor(USUAL_DIAMONDS / price) : Number.POSITIVE_INFINITY;
  return Math.min(left, Math.max(1, Math.min(ofStack, ofDiamonds)));
}
