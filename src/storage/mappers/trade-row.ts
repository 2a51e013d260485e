import { Unreadable } from '../../faults/store-faults.ts';
import { type Change, type MarketEvent, tradeOwner } from '../../market/change.ts';
import { currentType, namesOfType } from '../../market/item/current-type.ts';
import { currentHistoryKey, renamedPlainKeys } from '../../market/item/identity.ts';
import { countsForWorth, type Item, type ItemChoice, mixedKeyOf } from '../../market/item/item.ts';
import type { ShopTrade } from '../../market/my-shops/shop-trade.ts';
import { bucketStart, type TradeGroup, type TradePlace } from '../../market/prices/trade-group.ts';
import type { Location, Owner, Shop } from '../../market/shops/shop.ts';

/** The stored kinds of trades. A row holds the index, so the list is append only. */
const TRADE_KINDS = ['auction', 'purchase', 'sale'] as const satisfies readonly MarketEvent['kind'][];

export const PURCHASE_KIND = TRADE_KINDS.indexOf('purchase');

/** Groups without a place have this number, because two NULLs in a key would make two groups. */
export const NO_PLACE = 0;

/** A stored trade: `item` and `place` are ids, `kind` is an index into `TRADE_KINDS`. */
export interface TradeRow {
  readonly item: number;
  readonly at: number;
  readonly kind: number;
  readonly place: number | null;
  readonly count: number;
  readonly paid: number;
}

/** The trades of one item, kind, place and unit price within the bucket of `lastAt`. */
export type GroupRow = readonly [
  kind: number,
  place: number,
  unitPrice: number,
  trades: number,
  items: number,
  paid: number,
  lastAt: number,
];

/** A trade at a shop, with its item's names. */
export interface ShopTradeRow {
  readonly at: number;
  readonly kind: number;
  readonly count: number;
  readonly paid: number;
  readonly key: string;
  readonly type: string;
}

/** A unit price and the number of trades at it. */
export type PriceRow = readonly [unitPrice: number, trades: number];

/**
 * Suffixes of the keys under which the history counts filled boxes, and damaged or signed goods, apart from the plain
 * item.
 */
const FILLED_SUFFIX = '+';
const CONDITION_SUFFIX = '~';

type TradeChange = Extract<Change, { kind: 'auctioned' | 'traded' }>;

/**
 * A kind of goods as the history counts it. `formerKey` is the key under which an earlier Crier counted it together
 * with other kinds, or null if that Crier counted this kind alone.
 */
export interface TradedKind {
  readonly key: string;
  readonly formerKey: string | null;
  readonly type: string;
}

/** Assigns the ids of a trade's item and place. */
export interface TradeIdAssigner {
  item(traded: TradedKind): number;
  place(location: Location, owner: Owner | null, at: number): number;
}

/** Converts a trade or an auction to a row. */
export function writeTrade(change: TradeChange, numbers: TradeIdAssigner): TradeRow {
  if (change.kind === 'auctioned') {
    const { auction } = change;
    return { ...rowStart(auction, auction.item, numbers), place: null, count: auction.sold, paid: auction.finalBid };
  }
  const { trade, shop } = change;
  const place = numbers.place(trade.location, tradeOwner(change), trade.at);
  return { ...rowStart(trade, itemSold(shop, trade.item), numbers), place, count: trade.moved, paid: trade.paid };
}

/**
 * Returns the shop's item if it has the sold type, and otherwise the event's item. An event has no contents, but the
 * shop may sell another item by now.
 */
function itemSold(shop: Shop | null, sold: Item): Item {
  return shop?.item.identity.type === sold.identity.type ? shop.item : sold;
}

/** Filled boxes and damaged goods are counted apart, because their prices differ from those of empty and new ones. */
function rowStart({ item, kind, at }: Pick<MarketEvent, 'item' | 'kind' | 'at'>, sold: Item, numbers: TradeIdAssigner) {
  const { identity } = item;
  const isFilled = item.contents.length > 0 || sold.contents.length > 0;
  const ending = `${isFilled ? FILLED_SUFFIX : ''}${countsForWorth(item) ? '' : CONDITION_SUFFIX}`;
  const mixedKey = mixedKeyOf(identity);
  const traded = {
    key: identity.key + ending,
    formerKey: mixedKey === null ? null : mixedKey + (isFilled ? FILLED_SUFFIX : ''),
    type: identity.type,
  };
  return { item: numbers.item(traded), kind: TRADE_KINDS.indexOf(kind), at };
}

/**
 * Converts a row to the trades of the item `key`.
 * @param placeOf resolves the id of a place
 * @throws Unreadable
 */
export function readGroup(row: GroupRow, key: string, placeOf: (id: number) => TradePlace): TradeGroup {
  const [kind, place, unitPrice, trades, items, paid, lastAt] = row;
  const name = TRADE_KINDS[kind];
  if (name === undefined) throw new Unreadable('trades of an unknown kind');
  const where = place === NO_PLACE ? null : placeOf(place);
  return { key, kind: name, at: bucketStart(lastAt), place: where, unitPrice, trades, items, paid, lastAt };
}

/** The suffixes of a stored key. */
const KEY_SUFFIXES = /[+~]+$/;

/** @throws Unreadable */
export function readShopTrade({ kind, key, type, at, count, paid }: ShopTradeRow, place: TradePlace): ShopTrade {
  const name = TRADE_KINDS[kind];
  if (name === undefined || name === 'auction') throw new Unreadable('a trade of an unknown kind');
  const identityKey = currentHistoryKey(key).replace(KEY_SUFFIXES, '');
  return { at, kind: name, type: currentType(type), key: identityKey, count, paid, place };
}

/** Returns the forms in which a service may have sent a player's uuid: with dashes, and without. */
export function storedUuids(uuid: string): readonly [string, string] {
  return [uuid, uuid.replaceAll('-', '')];
}

// Rows of trades and samples keep the type and key with which they were written. The functions below map an item's
// current names to its former ones.

/** The types and keys under which rows of a choice may be stored; `keys` is null if every key matches. */
export interface StoredNames {
  readonly types: readonly string[];
  readonly keys: readonly string[] | null;
}

export function storedNamesOf({ type, key, renamedKeys = [] }: ItemChoice): StoredNames {
  return { types: namesOfType(type), keys: key === undefined ? null : [...storedKeys(key), ...renamedKeys] };
}

/** Returns the keys that an item has had, the current one last. */
export function storedKeys(key: string): readonly string[] {
  return [...renamedPlainKeys(key), key];
}

/** Returns the current key of a choice's row. */
export function currentRowKey(stored: string, { key }: ItemChoice): string {
  return key ?? currentHistoryKey(stored);
}

/** Returns stored items under their current names, each once. */
export function currentItems<T extends { readonly key: string; readonly type: string }>(items: readonly T[]): T[] {
  const now = items.map((item) => ({ ...item, key: currentHistoryKey(item.key), type: currentType(item.type) }));
  return [...new Map(now.map((item) => [item.key, item])).values()];
}

/** Sums counts of rows by their current keys. */
export function sumByKey(rows: Iterable<readonly [key: string, count: number]>): Map<string, number> {
  const sums = new Map<string, number>();
  for (const [stored, count] of rows) {
    const key = currentHistoryKey(stored);
    sums.set(key, (sums.get(key) ?? 0) + count);
  }
  return sums;
}
