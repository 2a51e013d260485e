import type { Item } from './item/item.ts';
import type { Location, Owner, Shop } from './shops/shop.ts';

/**
 * One change of the market. `auctioned` and `traded` come from the stream, the others from comparing two valid
 * snapshots. `at` is in epoch ms, the time of the event or of the newer snapshot. A drop of the stock is never called a
 * sale.
 */
export type Change =
  | { readonly kind: 'auctioned'; readonly at: number; readonly auction: Auction }
  | TradedChange
  | { readonly kind: 'listed'; readonly at: number; readonly shop: Shop }
  /** The stock of an ask, or the room of a bid, rose. */
  | { readonly kind: 'restocked'; readonly at: number; readonly shop: Shop; readonly before: Shop }
  | { readonly kind: 'sold-out'; readonly at: number; readonly shop: Shop; readonly before: Shop }
  /** Price, quantity, item or side changed; the stock may have changed too. */
  | { readonly kind: 'price-changed'; readonly at: number; readonly shop: Shop; readonly before: Shop }
  | { readonly kind: 'removed'; readonly at: number; readonly before: Shop }
  /** The shop sells a painting that was banned. `canvas`: the painting's id. */
  | { readonly kind: 'banned'; readonly at: number; readonly shop: Shop; readonly canvas: string };

/** A trade at a shop. */
export interface TradedChange {
  readonly kind: 'traded';
  readonly at: number;
  readonly trade: Trade;
  /** The shop at the trade's place, or null if there is none or several match. */
  readonly shop: Shop | null;
  /**
   * The owner of all shops that may have made the trade, if `shop` is null. The history counts by it; filters match the
   * owner of a known shop only.
   */
  readonly owner?: Owner;
}

/** A shop that can trade for the first time. */
export type ListedChange = Extract<Change, { readonly kind: 'listed' }>;

/** A change of one shop, found by comparing two snapshots or caused by a ban. */
export type ShopChange = Exclude<Change, { readonly kind: 'auctioned' | 'traded' }>;

/** Returns the shop after the change, or a removed shop as it was last seen. */
export function changedShop(change: ShopChange): Shop {
  return change.kind === 'removed' ? change.before : change.shop;
}

/** Returns the owner of the shop that made a trade, or null if unknown. */
export function tradeOwner({ shop, owner }: TradedChange): Owner | null {
  return shop?.owner ?? owner ?? null;
}

/** Returns the item that changed hands, or that the shop trades. */
export function changedItem(change: Change): Item {
  if (change.kind === 'auctioned') return change.auction.item;
  return change.kind === 'traded' ? change.trade.item : changedShop(change).item;
}

/** Returns the stream event behind a change as a list, which is empty if two snapshots showed the change. */
export function streamEventsOf(change: Change): readonly MarketEvent[] {
  if (change.kind === 'auctioned') return [change.auction];
  return change.kind === 'traded' ? [change.trade] : [];
}

/** A completed auction, which has no place and no owner. */
export interface Auction {
  readonly kind: 'auction';
  /** Epoch ms. */
  readonly at: number;
  readonly item: Item;
  /** Items, at least 1. */
  readonly sold: number;
  /** Diamonds for all of them. */
  readonly finalBid: number;
}

/** The sign's offer: `price` diamonds for `amount` items. */
export interface Sign {
  readonly amount: number;
  readonly price: number;
}

/** A shop transaction. */
export interface Trade {
  /** `purchase`: a player bought from the shop (buyFromShop). `sale`: a player sold to it (sellToShop). */
  readonly kind: 'purchase' | 'sale';
  readonly at: number;
  readonly item: Item;
  /** Items, at least 1. */
  readonly moved: number;
  /** Diamonds for all of them. */
  readonly paid: number;
  /** Null if the service runs an older revision, which does not report it. */
  readonly sign: Sign | null;
  readonly location: Location;
}

/** An event of the economy stream. Two equal events count as two, since the service sends no event ids. */
export type MarketEvent = Auction | Trade;
