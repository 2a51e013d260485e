import type { Stock } from '../market.ts';
import type { Shop } from '../shops/shop.ts';
import type { Filter } from './filter.ts';
import type { Match } from './match.ts';

/** So many offers a person can page through. */
export const MOST_LISTED = 1_000;

/** Shops out of stock are listed where `outOfStock` asks for them; bids without room always are. Both come last. */
export interface OfferQuery {
  /** `buy`: where a player can buy (asks, cheapest first); `sell`: where a player can sell (bids, highest first). */
  readonly side: 'buy' | 'sell';
  readonly filter: Filter;
  readonly sort: 'price' | 'distance' | 'stock';
  readonly outOfStock: boolean;
  /** How many offers at most, `MOST_LISTED` unless told. */
  readonly limit?: number;
}

/**
 * A shop that answers a query. `distance`: blocks from the filter's `x`, `z`; null if it names no place, or no portal
 * leads there. `hasOpenVariant`: that its variant is unknown is worth a word.
 */
export interface Offer extends Stock {
  readonly shop: Shop;
  readonly inStock: boolean;
  readonly match: Match;
  readonly distance: number | null;
  readonly hasOpenVariant: boolean;
}

/**
 * The answer to a query. `offers`: shops of the asked side that match, in order, out of stock always last; `total`: of
 * these, however many. `empty`: shops of that side that match but for their stock or room, whether asked for or not;
 * `emptied`: those of them that trades since the snapshot have emptied. `others`: shops of kinds that nobody knows,
 * which are never ranked.
 */
export interface Offers {
  readonly offers: readonly Offer[];
  readonly total: number;
  readonly empty: number;
  readonly emptied: number;
  readonly others: readonly Offer[];
}
