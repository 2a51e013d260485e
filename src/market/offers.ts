import { BestOf } from './best-of.ts';
import type { Filter } from './filter.ts';
import type { Market, Stock } from './market.ts';
import { distanceTo, type Match, matchShop } from './match.ts';
import type { Shop } from './shop.ts';
import { inStock } from './unit-price.ts';

const MAX_OFFERS = 1_000;

export interface OfferQuery {
  /** `buy`: where a player can buy (asks, cheapest first); `sell`: where a player can sell (bids, highest first). */
  readonly side: 'buy' | 'sell';
  readonly filter: Filter;
  readonly sort: 'price' | 'distance' | 'stock';
  readonly outOfStock: boolean;
  /** How many offers at most, 1,000 unless told. */
  readonly limit?: number;
}

/** A shop that answers a query. `distance`: blocks from the filter's `x`, `z`; null: it names no place. */
export interface Offer extends Stock {
  readonly shop: Shop;
  readonly inStock: boolean;
  readonly match: Match;
  readonly distance: number | null;
}

/** Shops of the asked side that match, in order, and how many there are in all. Out of stock always comes last. */
export function findOffers(
  market: Market,
  query: OfferQuery,
): { readonly offers: readonly Offer[]; readonly total: number } {
  const side = query.side === 'buy' ? 'ask' : 'bid';
  const best = new BestOf<Offer>(query.limit ?? MAX_OFFERS, orderOf(query));
  let total = 0;
  for (const shop of candidates(market, query.filter)) {
    const offer = shop.side === side && offerOf(market, shop, query);
    if (!offer) continue;
    total++;
    best.add(offer);
  }
  return { offers: best.sorted(), total };
}

/** The smallest set of shops at hand that holds every answer. */
function candidates(market: Market, { item, owner, containers }: Filter): Iterable<Shop> {
  if (owner !== undefined) return market.ownedBy(owner);
  if (item === undefined) return market.shops;
  const own = item.key === undefined ? market.ofType(item.type) : [market.ofKey(item.key) ?? []].flat();
  const shops = new Set(own.flatMap(({ asks, bids }) => [...asks, ...bids]));
  if (containers) for (const shop of market.containing(item.type)) shops.add(shop);
  return shops;
}

function offerOf(market: Market, shop: Shop, { filter, outOfStock }: OfferQuery): Offer | null {
  const stock = market.remainingOf(shop);
  const able = inStock(shop, stock.remaining);
  const match = able || outOfStock ? matchShop(filter, shop, stock.remaining) : null;
  if (match === null) return null;
  return { shop, ...stock, inStock: able, match, distance: distanceTo(filter, shop.location) };
}

/** Stock first, then what is asked for, then mixed containers after what has a unit price, price, and id: no ties. */
function orderOf({ side, sort }: OfferQuery): (a: Offer, b: Offer) => number {
  const direction = side === 'buy' ? 1 : -1;
  return (a, b) =>
    Number(b.inStock) - Number(a.inStock) ||
    (sort === 'distance' ? (a.distance ?? 0) - (b.distance ?? 0) : 0) ||
    (sort === 'stock' ? b.remaining - a.remaining : 0) ||
    Number(a.match.unitPrice === null) - Number(b.match.unitPrice === null) ||
    direction * ((a.match.unitPrice ?? 0) - (b.match.unitPrice ?? 0)) ||
    a.shop.id - b.shop.id;
}
