import { hasOpenVariant } from '../item/open-variant.ts';
import type { Market, Stock } from '../market.ts';
import type { Shop } from '../shops/shop.ts';
import { inStock, unitPriceOf } from '../shops/unit-price.ts';
import { BestOf } from './best-of.ts';
import type { Filter } from './filter.ts';
import { distanceTo, type Match, matchShop } from './match.ts';

const MAX_OFFERS = 1_000;
const MOST_OTHERS = 50;

export interface OfferQuery {
  /** `buy`: where a player can buy (asks, cheapest first); `sell`: where a player can sell (bids, highest first). */
  readonly side: 'buy' | 'sell';
  readonly filter: Filter;
  readonly sort: 'price' | 'distance' | 'stock';
  readonly outOfStock: boolean;
  /** How many offers at most, 1,000 unless told. */
  readonly limit?: number;
}

/**
 * A shop that answers a query. `distance`: blocks from the filter's `x`, `z`; null: it names no place. `hasOpenVariant`:
 * that its variant is unknown is worth a word.
 */
export interface Offer extends Stock {
  readonly shop: Shop;
  readonly inStock: boolean;
  readonly match: Match;
  readonly distance: number | null;
  readonly hasOpenVariant: boolean;
}

/**
 * What answers a query. `offers`: shops of the asked side that match, in order, out of stock always last; `total`: of these,
 * however many. `empty`: shops of that side that match but for their stock, whether asked for or not; `emptied`: those of
 * them that trades since the snapshot have emptied. `others`: shops of kinds that nobody knows, which are never ranked.
 */
export interface Offers {
  readonly offers: readonly Offer[];
  readonly total: number;
  readonly empty: number;
  readonly emptied: number;
  readonly others: readonly Offer[];
}

/** Looks at every shop that can match. `others` are as many as fit into a list, by their ids. */
export function findOffers(market: Market, query: OfferQuery): Offers {
  const side = query.side === 'buy' ? 'ask' : 'bid';
  const best = new BestOf<Offer>(query.limit ?? MAX_OFFERS, orderOf(query));
  const others = new BestOf<Offer>(MOST_OTHERS, (a, b) => a.shop.id - b.shop.id);
  let [total, empty, emptied] = [0, 0, 0];
  for (const shop of candidates(market, query.filter)) {
    if (shop.side !== side && shop.side !== null) continue;
    const offer = offerOf(market, shop, query.filter);
    if (!offer) continue;
    const isListed = offer.inStock || query.outOfStock;
    if (shop.side === null) {
      if (isListed) others.add(offer);
      continue;
    }
    if (!offer.inStock) empty++;
    if (!offer.inStock && inStock(shop, shop.remaining)) emptied++;
    if (!isListed) continue;
    total++;
    best.add(offer);
  }
  return { offers: best.sorted(), total, empty, emptied, others: others.sorted() };
}

/** The smallest set of shops at hand that holds every answer. */
function candidates(market: Market, { item, owner, containers }: Filter): Iterable<Shop> {
  if (owner !== undefined) return market.ownedBy(owner);
  if (item === undefined) return market.shops;
  const own = item.key === undefined ? market.ofType(item.type) : [market.ofKey(item.key) ?? []].flat();
  const shops = new Set(own.flatMap(({ asks, bids, others }) => [...asks, ...bids, ...others]));
  if (containers) for (const shop of market.containing(item.type)) shops.add(shop);
  return shops;
}

function offerOf(market: Market, shop: Shop, filter: Filter): Offer | null {
  const stock = market.remainingOf(shop);
  const match = matchShop(filter, shop, stock.remaining);
  if (match === null) return null;
  const able = inStock(shop, stock.remaining);
  const distance = distanceTo(filter, shop.location);
  return { shop, ...stock, inStock: able, match, distance, hasOpenVariant: hasOpenVariant(market, shop.item) };
}

/**
 * Stock first, then what is asked for, then unit price; mixed containers, which have none, come after, those that hold the
 * most of it first, then by the price of one container. The id leaves no ties.
 */
function orderOf({ side, sort }: OfferQuery): (a: Offer, b: Offer) => number {
  const direction = side === 'buy' ? 1 : -1;
  return (a, b) =>
    Number(b.inStock) - Number(a.inStock) ||
    (sort === 'distance' ? (a.distance ?? 0) - (b.distance ?? 0) : 0) ||
    (sort === 'stock' ? b.remaining - a.remaining : 0) ||
    Number(a.match.unitPrice === null) - Number(b.match.unitPrice === null) ||
    direction * ((a.match.unitPrice ?? 0) - (b.match.unitPrice ?? 0)) ||
    (a.match.unitPrice === null ? mostHeldFirst(a, b) || direction * (unitPriceOf(a.shop) - unitPriceOf(b.shop)) : 0) ||
    a.shop.id - b.shop.id;
}

function mostHeldFirst(a: Offer, b: Offer): number {
  return (b.match.held ?? 0) - (a.match.held ?? 0);
}
