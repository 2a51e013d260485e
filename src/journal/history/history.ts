import type { DatabaseSync } from 'node:sqlite';
import type { Change } from '../../market/change.ts';
import type { MarketEvent } from '../../market/event.ts';
import type { Item, ItemChoice } from '../../market/item/item.ts';
import { BUCKET_MS, type TradeGroup } from '../../market/prices/trade-group.ts';
import { sortInSlices } from '../../market/shops/sort-in-slices.ts';
import { Unreadable } from '../../stored/unreadable.ts';
import type { UnreadableRows } from '../database/unreadable-rows.ts';
import type { itemsTable } from './items.ts';
import type { placesTable } from './places.ts';
import { bucketOf, tradeGroupsTable } from './trade-groups.ts';
import { type GroupRow, NO_PLACE, TRADE_KINDS, type TradeRow } from './trade-row.ts';
import { tradesTable } from './trades.ts';

type PricesPaid = readonly Pick<TradeGroup, 'unitPrice' | 'trades'>[];
type TradeChange = Extract<Change, { kind: 'auctioned' | 'traded' }>;

const FILLED = '+';
const ITEMS_PER_STEP = 200;

/** What was traded. It is read by whole buckets, summed up, and trade by trade in the parts of buckets at both ends. */
export function historyTable(
  db: DatabaseSync,
  items: ReturnType<typeof itemsTable>,
  places: ReturnType<typeof placesTable>,
  unreadable: UnreadableRows,
) {
  const trades = tradesTable(db);
  const groups = tradeGroupsTable(db);

  /** Reads a time by whole buckets, and its ends trade by trade. */
  function* read<Row>(
    from: number,
    to: number,
    ends: (from: number, to: number) => Row[],
    whole: (from: number, to: number) => Generator<Row[], void>,
  ): Generator<Row[], void> {
    const [firstWhole, lastWhole] = [Math.ceil(from / BUCKET_MS) * BUCKET_MS, bucketOf(to)];
    if (firstWhole > lastWhole) return yield ends(from, to);
    if (from < firstWhole) yield ends(from, firstWhole);
    if (firstWhole < lastWhole) yield* whole(firstWhole, lastWhole);
    if (lastWhole < to) yield ends(lastWhole, to);
  }

  function rowOf(change: TradeChange): TradeRow {
    if (change.kind === 'auctioned') {
      const { auction } = change;
      return { ...numbersOf(auction, auction.item), place: null, count: auction.sold, paid: auction.finalBid };
    }
    const { trade, shop } = change;
    const place = places.idOf(trade.location, shop?.owner ?? null, trade.at);
    places.keepForTrades(place, trade.at);
    return { ...numbersOf(trade, shop?.item ?? trade.item), place, count: trade.moved, paid: trade.paid };
  }

  /** A filled box is not traded at the price of the empty one: it stands apart, under its type alone. */
  function numbersOf({ item, kind, at }: Pick<MarketEvent, 'item' | 'kind' | 'at'>, sold: Item) {
    const { key, type } = item.identity;
    const isFilled = item.contents.length > 0 || sold.contents.length > 0;
    return { item: items.idOf({ key: isFilled ? `${key}${FILLED}` : key, type }), kind: TRADE_KINDS.indexOf(kind), at };
  }

  function groupOf([kind, place, unitPrice, count, held, paid, lastAt]: GroupRow, key: string): TradeGroup {
    const name = TRADE_KINDS[kind];
    if (name === undefined) throw new Unreadable('trades of an unknown kind');
    const where = place === NO_PLACE ? null : places.get(place);
    const at = bucketOf(lastAt);
    return { key, kind: name, at, place: where, unitPrice, trades: count, items: held, paid, lastAt };
  }

  return {
    /** Takes in a trade or an auction; other changes are none of its business. */
    add(change: Change): void {
      if (change.kind !== 'traded' && change.kind !== 'auctioned') return;
      const trade = rowOf(change);
      trades.add(trade);
      groups.add(trade);
    },

    /** Groups with trades of `from <= at < to`, in the order of their buckets. */
    *of(choice: ItemChoice, from: number, to: number): Generator<void, TradeGroup[]> {
      const found: TradeGroup[] = [];
      const chosen = items.chosen(choice);
      for (const { id, key } of chosen) {
        const ends = (a: number, b: number) => trades.groups(id, a, b);
        for (const rows of read(from, to, ends, (a, b) => groups.read(id, a, b))) {
          for (const row of rows) {
            try {
              found.push(groupOf(row, key));
            } catch (error) {
              unreadable.note(`trades of ${key}`, error);
            }
          }
          yield;
        }
      }
      unreadable.say('Trades that cannot be read are left out');
      if (chosen.length > 1) yield* sortInSlices(found, (a, b) => a.at - b.at);
      return found;
    },

    /** How many purchases there were at each unit price, `from <= at < to`. */
    *prices(choice: ItemChoice, from: number, to: number): Generator<void, PricesPaid> {
      const paid = new Map<number, number>();
      for (const { id } of items.chosen(choice)) {
        const ends = (a: number, b: number) => trades.prices(id, a, b);
        for (const rows of read(from, to, ends, (a, b) => groups.prices(id, a, b))) {
          for (const [unitPrice, count] of rows) paid.set(unitPrice, (paid.get(unitPrice) ?? 0) + count);
          yield;
        }
      }
      return Array.from(paid, ([unitPrice, count]) => ({ unitPrice, trades: count }));
    },

    /** Items that were traded at `from` or later. */
    *traded(from: number): Generator<void, { readonly key: string; readonly type: string }[]> {
      const found: { readonly key: string; readonly type: string }[] = [];
      for (let after = 0; after < items.last(); after += ITEMS_PER_STEP) {
        found.push(...groups.traded(from, after, after + ITEMS_PER_STEP));
        yield;
      }
      return found;
    },
  };
}
