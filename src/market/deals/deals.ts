import { countsForWorth, type Identity } from '../item/item.ts';
import { type SoleContent, soleContent } from '../item/sole-content.ts';
import type { Market, Stock } from '../market.ts';
import type { Worth } from '../prices/worth.ts';
import { BestOf } from '../search/best-of.ts';
import type { Filter } from '../search/filter.ts';
import { matchIdentity, matchShop } from '../search/match.ts';
import { SLICE } from '../shops/in-slices.ts';
import type { Shop } from '../shops/shop.ts';
import { inStock, unitPriceOf } from '../shops/unit-price.ts';
import { loadOf } from './load-of.ts';
import { isTrivialDeal, usualBundle } from './trivial-deal.ts';

/** `discount`: per cent under the worth at least. `limit`: how many deals at most. */
export interface DealQuery {
  readonly filter: Filter;
  readonly discount: number;
  readonly limit: number;
}

/**
 * A shop that asks well under the worth of `identity`: its item, or where `contained`, all that its containers hold.
 * `unitPrice`, `worth`: diamonds for one. `percent`: under the worth, with its fraction. `items`: that can be bought now, in whole
 * bundles. `saving`: diamonds for all of them. `remaining` is in what the shop sells (containers, where `contained`).
 */
export interface Deal extends Stock {
  readonly shop: Shop;
  readonly identity: Identity;
  readonly contained: boolean;
  readonly unitPrice: number;
  readonly worth: number;
  readonly percent: number;
  readonly items: number;
  readonly saving: number;
}

/** A deal that is shown. `more`: how many of the same item are not, told at the last one of it that may be. */
export interface ShownDeal extends Deal {
  readonly more: number;
}

/** `total`: how many there are, shown or not. */
export interface Deals {
  readonly shown: readonly ShownDeal[];
  readonly total: number;
}

/** So many of one item at most are shown, lest it fill the list. */
const MOST_OF_ITEM = 2;

/**
 * The asks that are at least so many per cent under their item's worth, have stock, and are not trivial (see
 * `isTrivialDeal`), the most per cent first, then the most saved. `worths` by the identity's key; what has none is no
 * deal, and a worth of 0 has no per cent. Damaged and signed goods are priced otherwise and are no deals. A filled
 * container is judged by its contents, if that is one item, and only where the filter looks inside. One item has two at
 * most are shown, unless it is asked for. Yields often.
 */
export function* findDeals(
  market: Market,
  worths: ReadonlyMap<string, Worth>,
  query: DealQuery,
): Generator<void, Deals> {
  const mostOfItem = query.filter.item === undefined ? MOST_OF_ITEM : query.limit;
  const byItem = new Map<string, { readonly best: BestOf<Deal>; total: number }>();
  const usualBundles = new Map<string, number>();
  for (const candidate of underpriced(market, worths, query)) {
    if (candidate === null) {
      yield;
      continue;
    }
    const { shop, goods, worth } = candidate;
    const stock = market.remainingOf(shop);
    const { identity, count } = goods;
    if (!inStock(shop, stock.remaining)) continue;
    if (matchShop({ ...query.filter, item: identity }, shop, stock.remaining) === null) continue;
    const deal = dealOf(shop, goods, worth, stock);
    const usual = usualBundles.get(identity.key) ?? usualBundle(market, identity.key);
    usualBundles.set(identity.key, usual);
    if (isTrivialDeal({ ...deal, bundle: shop.item.quantity * count }, usual)) continue;
    const ofItem = byItem.get(identity.key) ?? { best: new BestOf<Deal>(mostOfItem, mostUnderFirst), total: 0 };
    byItem.set(identity.key, ofItem);
    ofItem.best.add(deal);
    ofItem.total++;
  }
  const items = [...byItem.values()];
  const best = items.flatMap((item) => showable(item.best.sorted(), item.total)).sort(mostUnderFirst);
  return { shown: best.slice(0, query.limit), total: items.reduce((sum, item) => sum + item.total, 0) };
}

function showable(best: readonly Deal[], total: number): ShownDeal[] {
  return best.map((deal, at) => ({ ...deal, more: at === best.length - 1 ? total - best.length : 0 }));
}

interface Candidate {
  readonly shop: Shop;
  readonly goods: SoleContent;
  readonly worth: Worth;
}

/** By the price alone: items themselves, then what containers hold. null, often: others may have their turn. */
function* underpriced(
  market: Market,
  worths: ReadonlyMap<string, Worth>,
  { filter, discount }: DealQuery,
): Generator<Candidate | null, void> {
  for (const [key, worth] of worths) {
    yield null;
    const { identity, asks } = market.ofKey(key) ?? { identity: null, asks: [] };
    if (identity === null || identity.variant === null || !matchIdentity(filter, identity)) continue;
    for (const shop of asks) {
      // The cheapest stand first, and those without stock last.
      if (!inStock(shop, shop.remaining) || percentUnder(unitPriceOf(shop), worth) < discount) break;
      if (shop.item.contents.length > 0 || !countsForWorth(shop.item)) continue;
      yield { shop, goods: { identity, count: 1, isSound: true }, worth };
    }
  }
  let looked = 0;
  for (const shop of filter.containers ? perhapsContainers(market, filter) : []) {
    if (++looked % SLICE === 0) yield null;
    if (shop.side !== 'ask' || shop.item.contents.length === 0) continue;
    const goods = soleContent(shop.item);
    const worth = goods && worths.get(goods.identity.key);
    if (!worth || !goods.isSound || !matchIdentity(filter, goods.identity)) continue;
    if (percentUnder(unitPriceOf(shop) / goods.count, worth) >= discount) yield { shop, goods, worth };
  }
}

function perhapsContainers(market: Market, { item }: Filter): Iterable<Shop> {
  return item === undefined ? market.shops : market.containing(item.type);
}

function dealOf(shop: Shop, { identity, count }: SoleContent, { worth }: Worth, stock: Stock): Deal {
  const { quantity, contents } = shop.item;
  const unitPrice = unitPriceOf(shop) / count;
  const items = Math.floor(loadOf(stock.remaining, quantity) / quantity) * quantity * count;
  return {
    shop,
    identity,
    contained: contents.length > 0,
    unitPrice,
    worth,
    percent: percentUnder(unitPrice, { worth }),
    items,
    saving: (worth - unitPrice) * items,
    ...stock,
  };
}

/** Of a worth of 0 nothing is under. Without the dust of binary fractions: 67 is 33 % under 100, not 32.99999999999999. */
function percentUnder(unitPrice: number, { worth }: Pick<Worth, 'worth'>): number {
  return worth > 0 ? Math.round((1 - unitPrice / worth) * 1e11) / 1e9 : Number.NEGATIVE_INFINITY;
}

function mostUnderFirst(a: Deal, b: Deal): number {
  return b.percent - a.percent || b.saving - a.saving || a.shop.id - b.shop.id;
}
