import type { Change } from '../../market/change.ts';
import type { MarketEvent } from '../../market/event.ts';
import type { Item } from '../../market/item/item.ts';
import type { ItemsTable } from './items.ts';
import type { PlacesTable } from './places.ts';
import { TRADE_KINDS, type TradeRow } from './trade-row.ts';

const FILLED = '+';

type TradeChange = Extract<Change, { kind: 'auctioned' | 'traded' }>;

/** A trade or an auction as a row. Its item and its place are written where they are new. */
export function writeTrade(change: TradeChange, items: ItemsTable, places: PlacesTable): TradeRow {
  if (change.kind === 'auctioned') {
    const { auction } = change;
    const numbers = numbersOf(auction, auction.item, items);
    return { ...numbers, place: null, count: auction.sold, paid: auction.finalBid };
  }
  const { trade, shop } = change;
  const place = places.idOfTrade(trade.location, shop?.owner ?? null, trade.at);
  return { ...numbersOf(trade, shop?.item ?? trade.item, items), place, count: trade.moved, paid: trade.paid };
}

/** A filled box is not traded at the price of the empty one: it stands apart, under its type alone. */
function numbersOf({ item, kind, at }: Pick<MarketEvent, 'item' | 'kind' | 'at'>, sold: Item, items: ItemsTable) {
  const { key, type } = item.identity;
  const isFilled = item.contents.length > 0 || sold.contents.length > 0;
  return { item: items.idOf({ key: isFilled ? `${key}${FILLED}` : key, type }), kind: TRADE_KINDS.indexOf(kind), at };
}
