import { hasOpenVariant } from '../item/open-variant.ts';
import type { Market, Stock } from '../market.ts';
import { isPlayer } from '../player.ts';
import type { Shop } from '../shops/shop.ts';
import { inStock, unitPriceOf } from '../shops/unit-price.ts';
import { BestOf } from './bounded-lists.ts';
import type { Filter } from './filter.ts';
import { distanceTo, type Match, matchShop } from './match.ts';

/** Maximum number of offers that a user can page through. */
export const MOST_LISTED_OFFERS = 1_000;

/**
 * A query for offers. Shops out of stock are listed only with `outOfStock`, bids without room always. Both come last.
 */
export interface OfferQuery {
  /** `buy`: asks, cheapest first. `sell`: bids, highest first. */
  readonly side: 'buy' | 'sell';
  readonly filter: Filter;
  readonly sort: 'price' | 'distance' | 'stock';
  readonly outOfStock: boolean;
  /** Name or uuid of the player whose shops are left out. Unlike `notOwner`, shops of unknown owners stay. */
  readonly except?: string | undefined;
  /** Maximum number of offers, `MOST_LISTED_OFFERS` by default. */
  readonly limit?: number;
}

/** A shop that matches a query. */
export interface Offer extends Stock {
  readonly shop: Shop;
  readonly inStock: boolean;
  readonly match: Match;
  /** Blocks from the filter's `x`, `z`, or null without a place or a portal. */
  readonly distance: number | null;
  /** Whether to mention that its variant is unknown. */
  readonly hasOpenVariant: boolean;
}

export interface Offers {
  /** Sorted matches of the requested side, out of stock always last. */
  readonly offers: readonly Offer[];
  /** Number of matches of the requested side, including unlisted ones. */
  readonly total: number;
  /** Number of shops that match except for stock or room, whether listed or not. */
  readonly empty: number;
  /** Number of shops in `empty` that were emptied by trades since the snapshot. */
  readonly emptied: number;
  /** Matching shops of unknown kinds, which are never ranked. */
  readonly others: readonly Offer[];
}

/** Sorts places without a portal after all others. */
export const UNREACHABLE_DISTANCE = Number.MAX_VALUE;

/** Maximum number of listed shops of unknown kinds. */
export const MOST_LISTED_OTHERS = 50;

export class OfferCollector {
  readonly limit: number;
  readonly #market: Market;
  readonly #query: OfferQuery;
  readonly #best: BestOf<Offer>;
  readonly #others = new BestOf<Offer>(MOST_LISTED_OTHERS, (a, b) => a.shop.id - b.shop.id);
  #total = 0;
  #empty = 0;
  #emptied = 0;

  constructor(market: Market, query: OfferQuery) {
    this.limit = query.limit ?? MOST_LISTED_OFFERS;
    this.#market = market;
    this.#query = query;
    this.#best = new BestOf(this.limit, orderOf(query));
  }

  /** Adds and counts a shop if it matches. */
  consider(candidate: Shop | undefined): void {
    const offer = this.#offerOf(candidate);
    if (offer === null) return;
    const { shop } = offer;
    if (shop.side === null) {
      if (this.#isListed(offer)) this.#others.add(offer);
      return;
    }
    this.count(Number(offer.inStock), Number(!offer.inStock));
    if (!offer.inStock && inStock(shop, shop.remaining)) this.#emptied++;
    if (this.#isListed(offer)) this.#best.add(offer);
  }

  /** Adds a shop that is already counted. */
  add(shop: Shop | undefined): void {
    const offer = this.#offerOf(shop);
    if (offer !== null && this.#isListed(offer)) (offer.shop.side === null ? this.#others : this.#best).add(offer);
  }

  /** Counts matching shops of the requested side. */
  count(stocked: number, empty: number): void {
    const listsEmpty = this.#query.outOfStock || this.#query.side === 'sell';
    this.#empty += empty;
    this.#total += listsEmpty ? stocked + empty : stocked;
  }

  result(): Offers {
    return {
      offers: this.#best.sorted(),
      total: this.#total,
      empty: this.#empty,
      emptied: this.#emptied,
      others: this.#others.sorted(),
    };
  }

  #isListed({ inStock, shop }: Offer): boolean {
    return inStock || this.#query.outOfStock || shop.side === 'bid';
  }

  #offerOf(shop: Shop | undefined): Offer | null {
    const { side, filter, except } = this.#query;
    if (shop === undefined || (except !== undefined && isPlayer(shop.owner, except))) return null;
    if (shop.side !== null && (shop.side === 'ask') !== (side === 'buy')) return null;
    return offerOf(this.#market, shop, filter);
  }
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
 * Orders by stock, then by the requested sort, then by unit price. Mixed containers have no unit price and come after,
 * first those that hold the most, then by price of one container. The id breaks all ties.
 */
function orderOf({ side, sort }: OfferQuery): (a: Offer, b: Offer) => number {
  const direction = side === 'buy' ? 1 : -1;
  return (a, b) =>
    Number(b.inStock) - Number(a.inStock) ||
    (sort === 'distance' ? (a.distance ?? UNREACHABLE_DISTANCE) - (b.distance ?? UNREACHABLE_DISTANCE) : 0) ||
    (sort === 'stock' ? b.remaining - a.remaining : 0) ||
    Number(a.match.unitPrice === null) - Number(b.match.unitPrice === null) ||
    direction * ((a.match.unitPrice ?? 0) - (b.match.unitPrice ?? 0)) ||
    (a.match.unitPrice === null ? mostHeldFirst(a, b) || direction * (unitPriceOf(a.shop) - unitPriceOf(b.shop)) : 0) ||
    a.shop.id - b.shop.id;
}

function mostHeldFirst(a: Offer, b: Offer): number {
  return (b.match.held ?? 0) - (a.match.held ?? 0);
}
