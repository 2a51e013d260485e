import type { Item } from './item/item.ts';
import type { Location, Shop } from './shops/shop.ts';

/**
 * What happened to the market: `auctioned` and `traded` from the stream, the others from the difference of two good
 * snapshots. `at`: epoch ms (of the event, or of the newer snapshot). A stock drop is never called a sale.
 */
export type Change =
  | { readonly kind: 'auctioned'; readonly at: number; readonly auction: Auction }
  /** `shop`: the one at the trade's place, null where none or several could be meant. */
  | { readonly kind: 'traded'; readonly at: number; readonly trade: Trade; readonly shop: Shop | null }
  | { readonly kind: 'listed'; readonly at: number; readonly shop: Shop }
  /** The stock rose, or the room of a shop that buys. */
  | { readonly kind: 'restocked'; readonly at: number; readonly shop: Shop; readonly before: Shop }
  | { readonly kind: 'sold-out'; readonly at: number; readonly shop: Shop; readonly before: Shop }
  /** Price, item or side: what one pays for what. Stock may have changed too. */
  | { readonly kind: 'price-changed'; readonly at: number; readonly shop: Shop; readonly before: Shop }
  | { readonly kind: 'removed'; readonly at: number; readonly before: Shop }
  /** A painting that the shop sells has been banned; `canvas`: its id. */
  | { readonly kind: 'banned'; readonly at: number; readonly shop: Shop; readonly canvas: string };

/** A change that two snapshots told, or a ban: it is of one shop. */
export type ShopChange = Exclude<Change, { readonly kind: 'auctioned' | 'traded' }>;

/** The shop as the change left it; one that is gone, as it was last seen. */
export function shopOf(change: ShopChange): Shop {
  return change.kind === 'removed' ? change.before : change.shop;
}

/** The goods that changed hands, or that the shop has. */
export function goodsIn(change: Change): Item {
  if (change.kind === 'auctioned') return change.auction.item;
  return change.kind === 'traded' ? change.trade.item : shopOf(change).item;
}

/** The event that a change is of, in a list; none if it comes from the difference of two snapshots. */
export function eventsOf(change: Change): readonly MarketEvent[] {
  if (change.kind === 'auctioned') return [change.auction];
  return change.kind === 'traded' ? [change.trade] : [];
}

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
