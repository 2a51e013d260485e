import { Unreadable } from '../../faults/store-faults.ts';
import type { Change, MarketEvent } from '../../market/change.ts';
import { currentType, namesOfType } from '../../market/item/current-type.ts';
import { currentKey, renamedPlainKeys } from '../../market/item/identity.ts';
import { countsForWorth, type Item, type ItemChoice, mixedKeyOf } from '../../market/item/item.ts';
import { bucketOf, type TradeGroup, type TradePlace } from '../../market/prices/trade-group.ts';
import type { Location, Owner, Shop } from '../../market/shops/shop.ts';

/** The stored kinds of trades. A row holds the index: append only. */
const TRADE_KINDS = ['auction', 'purchase', 'sale'] as const satisfies readonly MarketEvent['kind'][];

export const PURCHASE = TRADE_KINDS.indexOf('purchase');

/** Stands for no place in a group. Two NULLs would make two groups. */
export const NO_PLACE = 0;

/** A trade as it is written; `item`, `kind` and `place` by their numbers. */
export interface TradeRow {
  readonly item: number;
  readonly at: number;
  readonly kind: number;
  readonly place: number | null;
  readonly count: number;
  readonly paid: number;
}

/** The trades of one item, kind, place and unit price within one bucket: that of `lastAt`. */
export type GroupRow = readonly [
  kind: number,
  place: number,
  unitPrice: number,
  trades: number,
  items: number,
  paid: number,
  lastAt: number,
];

/** How many trades at one unit price. */
export type PriceRow = readonly [unitPrice: number, trades: number];

/**
 * End the key under which filled boxes, and damaged or signed goods, are counted: apart from the item, under its type
 * alone.
 */
const FILLED = '+';
const CONDITIONED = '~';

type TradeChange = Extract<Change, { kind: 'auctioned' | 'traded' }>;

/**
 * A kind of goods as the history counts it. `formerKey`: the key under which an earlier Crier counted it together with
 * others, or null if it told this kind apart.
 */
export interface TradedKind {
  readonly key: string;
  readonly formerKey: string | null;
  readonly type: string;
}

/** Gives the ids of a trade's item and place. */
export interface TradeNumbers {
  item(traded: TradedKind): number;
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

/** The shop's item, if it is of the sold type. An event has no contents, and the shop may sell another item by now. */
function soldAt(shop: Shop | null, sold: Item): Item {
  return shop?.item.identity.type === sold.identity.type ? shop.item : sold;
}

/**
 * A filled box is not traded at the price of the empty one, nor a damaged sword at that of a new one: each is counted
 * apart.
 */
function itemAndKind({ item, kind, at }: Pick<MarketEvent, 'item' | 'kind' | 'at'>, sold: Item, numbers: TradeNumbers) {
  const { identity } = item;
  const isFilled = item.contents.length > 0 || sold.contents.length > 0;
  const ending = `${isFilled ? FILLED : ''}${countsForWorth(item) ? '' : CONDITIONED}`;
  const mixedKey = mixedKeyOf(identity);
  const traded = {
    key: identity.key + ending,
    formerKey: mixedKey === null ? null : mixedKey + (isFilled ? FILLED : ''),
    type: identity.type,
  };
  return { item: numbers.item(traded), kind: TRADE_KINDS.indexOf(kind), at };
}

/**
 * The trades of a row, which are of the item `key`.
 * @param placeOf what a place's number stands for
 * @throws Unreadable
 */
export function readGroup(row: GroupRow, key: string, placeOf: (id: number) => TradePlace): TradeGroup {
  const [kind, place, unitPrice, trades, items, paid, lastAt] = row;
  const name = TRADE_KINDS[kind];
  if (name === undefined) throw new Unreadable('trades of an unknown kind');
  const where = place === NO_PLACE ? null : placeOf(place);
  return { key, kind: name, at: bucketOf(lastAt), place: where, unitPrice, trades, items, paid, lastAt };
}

// Rows of trades and samples keep the type and key that they were written with. These say which rows an item has had.

/** The types and keys under which rows of a choice may stand; `keys` null means every key. */
export interface StoredNames {
  readonly types: readonly string[];
  readonly keys: readonly string[] | null;
}

export function storedNamesOf({ type, key, renamedKeys = [] }: ItemChoice): StoredNames {
  return { types: namesOfType(type), keys: key === undefined ? null : [...keysOf(key), ...renamedKeys] };
}

/** The keys that an item has had, the present one last. */
export function keysOf(key: string): readonly string[] {
  return [...renamedPlainKeys(key), key];
}

/** The key of a row of a choice, as it is today. */
export function keyNow(stored: string, { key }: ItemChoice): string {
  return key ?? currentKey(stored);
}

/** Items as they were written, under today's names and each once. */
export function itemsNow<T extends { readonly key: string; readonly type: string }>(items: readonly T[]): T[] {
  const now = items.map((item) => ({ ...item, key: currentKey(item.key), type: currentType(item.type) }));
  return [...new Map(now.map((item) => [item.key, item])).values()];
}

/** Adds up numbers of rows by the keys of today. */
export function sumByKey(rows: Iterable<readonly [key: string, count: number]>): Map<string, number> {
  const sums = new Map<string, number>();
  for (const [stored, count] of rows) {
    const key = currentKey(stored);
    sums.set(key, (sums.get(key) ?? 0) + count);
  }
  return sums;
}
