import type { Change } from '../market/change.ts';
import type { MarketEvent } from '../market/event.ts';
import type { Identity, Item } from '../market/item/item.ts';
import type { Location, Owner, Shop } from '../market/shops/shop.ts';
import { TRADE_KINDS, type TradeRow } from './trade-row.ts';

const FILLED = '+';

type TradeChange = Extract<Change, { kind: 'auctioned' | 'traded' }>;

/** What gives the numbers that stand for a trade's item and place. */
export interface TradeNumbers {
  item(traded: Pick<Identity, 'key' | 'type'>): number;
  place(location: Location, owner: Owner | null, at: number): number;
}

/** A trade or an auction as a row. */
export function writeTrade(change: TradeChange, numbers: TradeNumbers): TradeRow {
  if (change.kind === 'auctioned') {
    const { auction } = change;
    return { ...itemAndKind(auction, auction.item, numbers), place: null, count: auction.sold, paid: auction.finalBid };
  }
  const { trade, shop } = change;
  const place = numbers.place(trade.location, shop?.owner ?? null, trade.at);
  return { ...itemAndKind(trade, soldAt(shop, trade.item), numbers), place, count: trade.moved, paid: trade.paid };
}

/** What the shop sells, as the event says nothing of what is inside; the shop may sell another item by now. */
function soldAt(shop: Shop | null, sold: Item): Item {
  return shop?.item.identity.type === sold.identity.type ? shop.item : sold;
}

/** A filled box is not traded at the price of the empty one: it stands apart, under its type alone. */
function itemAndKind({ item, kind, at }: Pick<MarketEvent, 'item' | 'kind' | 'at'>, sold: Item, numbers: TradeNumbers) {
  const { key, type } = item.identity;
  const isFilled = item.contents.length > 0 || sold.contents.length > 0;
  return { item: numbers.item({ key: isFilled ? `${key}${FILLED}` : key, type }), kind: TRADE_KINDS.indexOf(kind), at };
}
