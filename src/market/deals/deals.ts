import type { Market, Stock } from '../market.ts';
import { isPlayer } from '../player.ts';
import { percentBelow, type Worth } from '../prices/worth.ts';
import { BestOf } from '../search/bounded-lists.ts';
import type { Filter } from '../search/filter.ts';
import { distanceTo, matchIdentity, matchShop } from '../search/match.ts';
import { UNREACHABLE_DISTANCE } from '../search/offer.ts';
import type { Shop } from '../shops/shop.ts';
import { SHOPS_PER_SLICE } from '../shops/slices.ts';
import { inStock, unitPriceOf } from '../shops/unit-price.ts';
import { type Deal, type DealTerms, dealOf } from './deal.ts';

/**
 * Sort orders of deals. `saved`: most diamonds saved first. `percent`: most per cent below the worth first. `distance`:
 * nearest first, places without a portal last. `cheapest`: lowest unit price first.
 */
export const DEAL_ORDERS = ['saved', 'percent', 'distance', 'cheapest'] as const;
export type DealOrder = (typeof DEAL_ORDERS)[number];

/** `limit`: maximum number of deals shown. */
export interface DealQuery {
  readonly filter: Filter;
  readonly terms: DealTerms;
  readonly order: DealOrder;
  readonly limit: number;
  /** Name or uuid of the player whose shops are no deals, because the user is that player. */
  readonly except?: string | undefined;
}

/**
 * A deal with its stock. `distance`: blocks from the filter's place, or null if the filter has none or no portal leads
 * there.
 */
export interface FoundDeal extends Deal, Stock {
  readonly distance: number | null;
}

/** A listed deal. `more`: number of further deals for the same item, set on the last listed deal of that item. */
export interface ShownDeal extends FoundDeal {
  readonly more: number;
}

/** `total`: number of deals, listed or not. */
export interface Deals {
  readonly shown: readonly ShownDeal[];
  readonly total: number;
}

/** Maximum number of listed deals per item, so that one item cannot fill the list. */
const MOST_DEALS_PER_ITEM = 2;

/**
 * Finds the deals (see `dealOf`) that match the filter. A filled container is judged by its contents, and only if the
 * filter looks inside containers. At most two deals of one item are listed, unless the filter names it. Yields often.
 * @param worths by identity key
 */
export function* findDeals(
  market: Market,
  worths: ReadonlyMap<string, Worth>,
  { filter, terms, order, limit, except }: DealQuery,
): Generator<void, Deals> {
  const mostOfItem = filter.item === undefined ? MOST_DEALS_PER_ITEM : limit;
  const byItem = new Map<string, { readonly best: BestOf<FoundDeal>; total: number }>();
  const worthOf = (key: string) => worths.get(key)?.worth;
  for (const shop of possibleDealShops(market, worths, filter, terms)) {
    if (shop === null) {
      yield;
      continue;
    }
    if (except !== undefined && isPlayer(shop.owner, except)) continue;
    const stock = market.remainingOf(shop);
    const deal = dealOf(shop, stock.remaining, worthOf, terms);
    if (deal === null || !matchIdentity(filter, deal.identity)) continue;
    const { identity } = deal;
    if (matchShop({ ...filter, item: identity }, shop, stock.remaining) === null) continue;
    const ofItem = byItem.get(identity.key) ?? {
      best: new BestOf<FoundDeal>(mostOfItem, DEAL_COMPARATORS[order]),
      total: 0,
    };
    byItem.set(identity.key, ofItem);
    ofItem.best.add({ ...deal, ...stock, distance: distanceTo(filter, shop.location) });
    ofItem.total++;
  }
  const items = [...byItem.values()];
  const best = items.flatMap((item) => shownDealsOf(item.best.sorted(), item.total)).sort(DEAL_COMPARATORS[order]);
  return { shown: best.slice(0, limit), total: items.reduce((sum, item) => sum + item.total, 0) };
}

/**
 * Finds the nearest terms that match at least one deal when the query's terms match none. It tries a lower discount,
 * then a lower saving, then both. The discount is a whole number from 1.
 * @returns the terms, or null if no matching offer is 1 per cent below its worth
 */
export function* nearestTerms(
  market: Market,
  worths: ReadonlyMap<string, Worth>,
  { filter, terms, except }: Pick<DealQuery, 'filter' | 'terms' | 'except'>,
): Generator<void, DealTerms | null> {
  const search = { filter, limit: 1, except };
  const { discount, minSaving } = terms;
  const cheap = yield* findDeals(market, worths, { ...search, terms: { discount: 1, minSaving }, order: 'percent' });
  if (cheap.shown[0]) return { discount: Math.floor(cheap.shown[0].percent), minSaving };
  const small = yield* findDeals(market, worths, { ...search, terms: { discount, minSaving: 0 }, order: 'saved' });
  if (small.shown[0]) return { discount, minSaving: small.shown[0].saving };
  const any = yield* findDeals(market, worths, {
    ...search,
    terms: { discount: 1, minSaving: 0 },
    order: 'percent',
  });
  return any.shown[0] ? { discount: Math.floor(any.shown[0].percent), minSaving: 0 } : null;
}

function shownDealsOf(best: readonly FoundDeal[], total: number): ShownDeal[] {
  return best.map((deal, at) => ({ ...deal, more: at === best.length - 1 ? total - best.length : 0 }));
}

/**
 * Yields shops that may be deals: shops of the items themselves with a low price, then all containers. It yields null
 * often, so that the caller can yield to the event loop.
 */
function* possibleDealShops(
  market: Market,
  worths: ReadonlyMap<string, Worth>,
  filter: Filter,
  { discount }: DealTerms,
): Generator<Shop | null, void> {
  for (const [key, { worth }] of worths) {
    yield null;
    const { identity, asks } = market.ofKey(key) ?? { identity: null, asks: [] };
    if (identity === null || !matchIdentity(filter, identity)) continue;
    for (const shop of asks) {
      // Asks are sorted: those in stock first, from the cheapest.
      if (!inStock(shop, shop.remaining) || percentBelow(unitPriceOf(shop), worth) < discount) break;
      if (shop.item.contents.length === 0) yield shop;
    }
  }
  if (!filter.containers) return;
  let scanned = 0;
  for (const shop of filter.item === undefined ? market.shops : market.containing(filter.item.type)) {
    if (++scanned % SHOPS_PER_SLICE === 0) yield null;
    if (shop.side === 'ask' && shop.item.contents.length > 0) yield shop;
  }
}

type DealComparator = (a: FoundDeal, b: FoundDeal) => number;

const mostSaved: DealComparator = (a, b) => b.saving - a.saving || b.percent - a.percent || a.shop.id - b.shop.id;

const DEAL_COMPARATORS: Record<DealOrder, DealComparator> = {
  saved: mostSaved,
  percent: (a, b) => b.percent - a.percent || mostSaved(a, b),
  distance: (a, b) => (a.distance ?? UNREACHABLE_DISTANCE) - (b.distance ?? UNREACHABLE_DISTANCE) || mostSaved(a, b),
  cheapest: (a, b) => a.unitPrice - b.unitPrice || mostSaved(a, b),
};
