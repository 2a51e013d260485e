import type { Item } from './item/item.ts';
import type { Location } from './shops/shop.ts';

/** A completed auction. `at`: epoch ms. `sold`: items, at least 1. `finalBid`: diamonds for all of them. No place, no owner. */
export interface Auction {
  readonly kind: 'auction';
  readonly at: number;
  readonly item: Item;
  readonly sold: number;
  readonly finalBid: number;
}

/** What the sign said, where the service tells: `price` diamonds for `amount` items. */
export interface Sign {
  readonly amount: number;
  readonly price: number;
}

/**
 * A shop transaction. `purchase`: a player bought from the shop (buyFromShop); `sale`: a player sold to it (sellToShop).
 * `moved`: items, at least 1. `paid`: diamonds for all of them. `sign` null: an older revision, which does not say.
 */
export interface Trade {
  readonly kind: 'purchase' | 'sale';
  readonly at: number;
  readonly item: Item;
  readonly moved: number;
  readonly paid: number;
  readonly sign: Sign | null;
  readonly location: Location;
}

/** What the economy stream tells. Two equal events are two events: the service has no event ids. */
export type MarketEvent = Auction | Trade;
