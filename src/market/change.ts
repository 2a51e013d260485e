import type { Auction, MarketEvent, Trade } from './event.ts';
import type { Item } from './item/item.ts';
import type { Shop } from './shops/shop.ts';

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
