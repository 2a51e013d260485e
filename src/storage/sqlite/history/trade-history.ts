import type { DatabaseSync } from 'node:sqlite';
import type { Change } from '../../../market/change.ts';
import { namesOfType } from '../../../market/item/current-type.ts';
import type { ItemChoice } from '../../../market/item/item.ts';
import { BUCKET_MS, bucketOf, type TradeGroup } from '../../../market/prices/trade-group.ts';
import { sortInSlices } from '../../../market/shops/slices.ts';
import type { MixedHistory } from '../../../ports/journal.ts';
import { KINDS_APART } from '../../mappers/checkpoint-names.ts';
import { itemsNow, sumByKey } from '../../mappers/renamed-items.ts';
import { readGroup, writeTrade } from '../../mappers/trade-row.ts';
import type { UnreadableRows } from '../../mappers/unreadable-rows.ts';
import type { CheckpointsTable } from '../facts.ts';
import type { ItemsTable, PlacesTable } from '../numbers.ts';
import { TradeGroupsTable, TradesTable } from './trades.ts';

type PricesPaid = readonly Pick<TradeGroup, 'unitPrice' | 'trades'>[];

const ITEMS_PER_STEP = 200;

/** Trades and auctions. Whole buckets are read as sums; the parts of buckets at both ends are read trade by trade. */
export class TradeHistory {
  readonly #trades: TradesTable;
  readonly #groups: TradeGroupsTable;
  readonly #items: ItemsTable;
  readonly #places: PlacesTable;
  readonly #kindsApartSince: number | null;
  readonly #unreadable: UnreadableRows;

  constructor(
    db: DatabaseSync,
    { items, places, checkpoints }: { items: ItemsTable; places: PlacesTable; checkpoints: CheckpointsTable },
    unreadable: UnreadableRows,
  ) {
    this.#trades = new TradesTable(db);
    this.#groups = new TradeGroupsTable(db);
    this.#items = items;
    this.#places = places;
    this.#kindsApartSince = checkpoints.get(KINDS_APART);
    this.#unreadable = unreadable;
  }

  /** Adds a trade or an auction. Ignores other changes. */
  add(change: Change): void {
    if (change.kind !== 'traded' && change.kind !== 'auctioned') return;
    const trade = writeTrade(change, {
      item: (item) => this.#items.idOf(item),
      place: (location, owner, at) => this.#places.idOfTrade(location, owner, at),
    });
    this.#trades.add(trade);
    this.#groups.add(trade);
  }

  /** Groups with trades of `from <= at < to`, in the order of their buckets; see `History.history`. */
  *of(choice: ItemChoice, from: number, to: number): Generator<void, TradeGroup[]> {
    const found: TradeGroup[] = [];
    const chosen = this.#items.chosen(choice);
    const since = this.#apartFrom(choice, from);
    for (const item of chosen) yield* this.#readItem(item, since, to, found);
    this.#unreadable.say('Trades that cannot be read are left out');
    if (chosen.length > 1) yield* sortInSlices(found, (a, b) => a.at - b.at);
    return found;
  }

  /** See `History.mixedHistory`. */
  *mixed({ type, key }: Required<Pick<ItemChoice, 'type' | 'key'>>, from: number, to: number) {
    const until = this.#mixedUntil(type);
    if (until === null || until <= from) return null;
    const trades: TradeGroup[] = [];
    const id = this.#items.formerIdOf(key);
    if (id !== null) yield* this.#readItem({ id, key }, from, Math.min(to, until), trades);
    this.#unreadable.say('Trades that cannot be read are left out');
    return { until, trades } satisfies MixedHistory;
  }

  /** Until when trades of the type may be of several kinds, or null if each is of its own. */
  #mixedUntil(type: string): number | null {
    return this.#kindsApartSince !== null && this.#items.wasMixed(type) ? this.#kindsApartSince : null;
  }

  /** @returns the start of unmixed history (epoch ms), or `from` for a bare type, which covers all kinds */
  #apartFrom({ type, key }: ItemChoice, from: number): number {
    return key === undefined ? from : Math.max(from, this.#mixedUntil(type) ?? from);
  }

  *#readItem({ id, key }: { id: number; key: string }, from: number, to: number, found: TradeGroup[]): Generator<void> {
    if (from >= to) return;
    const pages = readByBucket(from, to, {
      part: (a, b) => this.#trades.groups(id, a, b),
      whole: (a, b) => this.#groups.read(id, a, b),
    });
    for (const rows of pages) {
      for (const row of rows) {
        try {
          found.push(readGroup(row, key, (id) => this.#places.get(id)));
        } catch (error) {
          this.#unreadable.note(`trades of ${key}`, error);
        }
      }
      yield;
    }
  }

  /** How many purchases there were at each unit price, `from <= at < to`. */
  *prices(choice: ItemChoice, from: number, to: number): Generator<void, PricesPaid> {
    const paid = new Map<number, number>();
    const since = this.#apartFrom(choice, from);
    if (since >= to) return [];
    for (const { id } of this.#items.chosen(choice)) {
      const pages = readByBucket(since, to, {
        part: (a, b) => this.#trades.prices(id, a, b),
        whole: (a, b) => this.#groups.prices(id, a, b),
      });
      for (const rows of pages) {
        for (const [unitPrice, count] of rows) paid.set(unitPrice, (paid.get(unitPrice) ?? 0) + count);
        yield;
      }
    }
    return Array.from(paid, ([unitPrice, count]) => ({ unitPrice, trades: count }));
  }

  /** Items that were traded at `from` or later. */
  *traded(from: number): Generator<void, { readonly key: string; readonly type: string }[]> {
    const found: { readonly key: string; readonly type: string }[] = [];
    for (let after = 0; after < this.#items.last(); after += ITEMS_PER_STEP) {
      found.push(...this.#groups.traded(from, after, after + ITEMS_PER_STEP));
      yield;
    }
    return itemsNow(found);
  }

  /** See `History.tradeCounts`. */
  *counts(type: string, from: number): Generator<void, ReadonlyMap<string, number>> {
    const counts: [key: string, trades: number][] = [];
    for (let after = 0; after < this.#items.last(); after += ITEMS_PER_STEP) {
      for (const name of namesOfType(type))
        for (const { key, trades } of this.#groups.counts(name, from, after, after + ITEMS_PER_STEP))
          counts.push([key, trades]);
      yield;
    }
    return sumByKey(counts);
  }
}

/** How rows of a time are read; `from <= at < to`. */
interface BucketReads<Row> {
  /** Reads a part of one bucket. */
  readonly part: (from: number, to: number) => Row[];
  /** Reads whole buckets, some at each step. Buckets begin at `from` and at `to`. */
  readonly whole: (from: number, to: number) => Generator<Row[], void>;
}

/** Reads a time by whole buckets, and its ends, which are parts of buckets, each at once. */
function* readByBucket<Row>(from: number, to: number, { part, whole }: BucketReads<Row>): Generator<Row[], void> {
  const [firstWhole, lastWhole] = [Math.ceil(from / BUCKET_MS) * BUCKET_MS, bucketOf(to)];
  if (firstWhole > lastWhole) return yield part(from, to);
  if (from < firstWhole) yield part(from, firstWhole);
  if (firstWhole < lastWhole) yield* whole(firstWhole, lastWhole);
  if (lastWhole < to) yield part(lastWhole, to);
}
