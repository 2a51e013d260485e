import type { DatabaseSync } from 'node:sqlite';
import type { Change } from '../../../market/change.ts';
import { namesOfType } from '../../../market/item/current-type.ts';
import type { ItemChoice } from '../../../market/item/item.ts';
import { BUCKET_MS, bucketStart, type TradeGroup } from '../../../market/prices/trade-group.ts';
import { sortInSlices } from '../../../market/shops/slices.ts';
import type { MixedHistory } from '../../../ports/journal.ts';
import { KINDS_SEPARATE_SINCE } from '../../mappers/checkpoint-names.ts';
import type { UnreadableRows } from '../../mappers/record.ts';
import {
  currentItems,
  type GroupRow,
  NO_PLACE,
  type PriceRow,
  PURCHASE_KIND,
  readGroup,
  sumByKey,
  type TradeRow,
  writeTrade,
} from '../../mappers/trade-row.ts';
import type { ItemsTable, PlacesTable } from '../id-tables.ts';
import type { CheckpointsTable } from '../ingest-state.ts';
import { arrays, command, query } from '../sql.ts';

type PricesPaid = readonly Pick<TradeGroup, 'unitPrice' | 'trades'>[];

const TRADED_ITEMS_PER_STEP = 200;

/** Trades and auctions. Whole buckets are read as sums, and the partial buckets at both ends trade by trade. */
export class TradeHistory {
  readonly #trades: TradesTable;
  readonly #groups: TradeGroupsTable;
  readonly #items: ItemsTable;
  readonly #places: PlacesTable;
  readonly #kindsSeparateSince: number | null;
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
    this.#kindsSeparateSince = checkpoints.get(KINDS_SEPARATE_SINCE);
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

  /** Reads groups with trades of `from <= at < to`, in the order of their buckets; see `History.history`. */
  *of(choice: ItemChoice, from: number, to: number): Generator<void, TradeGroup[]> {
    const found: TradeGroup[] = [];
    const chosen = this.#items.chosen(choice);
    const since = this.#unmixedFrom(choice, from);
    for (const item of chosen) yield* this.#readItem(item, since, to, found);
    this.#unreadable.logNoted('Trades unreadable, skipped');
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
    this.#unreadable.logNoted('Trades unreadable, skipped');
    return { until, trades } satisfies MixedHistory;
  }

  /** @returns the time until which trades of the type may mix several kinds, or null if they never do */
  #mixedUntil(type: string): number | null {
    return this.#kindsSeparateSince !== null && this.#items.wasMixed(type) ? this.#kindsSeparateSince : null;
  }

  /** @returns the start of unmixed history (epoch ms), or `from` for a bare type, which covers all kinds */
  #unmixedFrom({ type, key }: ItemChoice, from: number): number {
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

  /** Reads the number of purchases at each unit price, for `from <= at < to`. */
  *prices(choice: ItemChoice, from: number, to: number): Generator<void, PricesPaid> {
    const paid = new Map<number, number>();
    const since = this.#unmixedFrom(choice, from);
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

  /** Reads the items that were traded at `from` or later. */
  *traded(from: number): Generator<void, { readonly key: string; readonly type: string }[]> {
    const found: { readonly key: string; readonly type: string }[] = [];
    for (let after = 0; after < this.#items.last(); after += TRADED_ITEMS_PER_STEP) {
      found.push(...this.#groups.traded(from, after, after + TRADED_ITEMS_PER_STEP));
      yield;
    }
    return currentItems(found);
  }

  /** See `History.tradeCounts`. */
  *counts(type: string, from: number): Generator<void, ReadonlyMap<string, number>> {
    const counts: [key: string, trades: number][] = [];
    for (let after = 0; after < this.#items.last(); after += TRADED_ITEMS_PER_STEP) {
      for (const name of namesOfType(type))
        for (const { key, trades } of this.#groups.counts(name, from, after, after + TRADED_ITEMS_PER_STEP))
          counts.push([key, trades]);
      yield;
    }
    return sumByKey(counts);
  }
}

/** The reads of a period, `from <= at < to`. */
interface BucketReads<Row> {
  /** Reads a part of one bucket. */
  readonly part: (from: number, to: number) => Row[];
  /** Reads whole buckets, some at each step. `from` and `to` are starts of buckets. */
  readonly whole: (from: number, to: number) => Generator<Row[], void>;
}

/** Reads a period by whole buckets, and each partial bucket at its ends at once. */
function* readByBucket<Row>(from: number, to: number, { part, whole }: BucketReads<Row>): Generator<Row[], void> {
  const [firstWhole, lastWhole] = [Math.ceil(from / BUCKET_MS) * BUCKET_MS, bucketStart(to)];
  if (firstWhole > lastWhole) return yield part(from, to);
  if (from < firstWhole) yield part(from, firstWhole);
  if (firstWhole < lastWhole) yield* whole(firstWhole, lastWhole);
  if (lastWhole < to) yield part(lastWhole, to);
}

/** Every trade and auction, by item and time. */
class TradesTable {
  readonly #sql;

  constructor(db: DatabaseSync) {
    this.#sql = {
      add: command(
        db,
        `INSERT INTO trades (item, at, seq, kind, count, paid, place)
       VALUES (?1, ?2, (SELECT coalesce(max(seq) + 1, 0) FROM trades WHERE item = ?1 AND at = ?2), ?3, ?4, ?5, ?6)`,
      ),
      groups: arrays<GroupRow>(
        db,
        `SELECT kind, coalesce(place, ${NO_PLACE}) AS known_place,
         CAST(paid AS REAL) / count AS unit_price, count(*), total(count), total(paid), max(at)
       FROM trades WHERE item = ? AND at >= ? AND at < ? GROUP BY kind, known_place, unit_price`,
      ),
      prices: arrays<PriceRow>(
        db,
        `SELECT CAST(paid AS REAL) / count AS unit_price, count(*)
       FROM trades WHERE item = ? AND at >= ? AND at < ? AND kind = ${PURCHASE_KIND} GROUP BY unit_price`,
      ),
    };
  }

  add({ item, at, kind, place, count, paid }: TradeRow): void {
    this.#sql.add(item, at, kind, count, paid, place);
  }

  /** Sums up the trades of a part of one bucket. */
  groups(item: number, from: number, to: number): GroupRow[] {
    return this.#sql.groups(item, from, to);
  }

  /** Reads the number of purchases at each unit price in a part of one bucket. */
  prices(item: number, from: number, to: number): PriceRow[] {
    return this.#sql.prices(item, from, to);
  }
}

const GROUPS_PER_STEP = 1_000;
const BUCKETS_PER_STEP = 60;

interface TradedItem {
  readonly key: string;
  readonly type: string;
}

interface ItemTrades {
  readonly key: string;
  readonly trades: number;
}

/** Trades summed up by bucket as they arrive, so that a long period is read fast. */
class TradeGroupsTable {
  readonly #sql;

  constructor(db: DatabaseSync) {
    this.#sql = {
      add: command(
        db,
        `INSERT INTO trade_groups (item, at, kind, place, unit_price, trades, items, paid, last_at)
       VALUES (?, ?, ?, ?, ?, 1, ?, ?, ?)
       ON CONFLICT DO UPDATE SET
         trades = trades + 1, items = items + excluded.items, paid = paid + excluded.paid,
         last_at = max(last_at, excluded.last_at)`,
      ),
      page: arrays<GroupRow>(
        db,
        `SELECT kind, place, unit_price, trades, items, paid, last_at FROM trade_groups
       WHERE item = ? AND (at, kind, place, unit_price) > (?, ?, ?, ?) AND at < ?
       ORDER BY at, kind, place, unit_price LIMIT ${GROUPS_PER_STEP}`,
      ),
      prices: arrays<PriceRow>(
        db,
        `SELECT unit_price, sum(trades) FROM trade_groups
       WHERE item = ? AND at >= ? AND at < ? AND kind = ${PURCHASE_KIND} GROUP BY unit_price`,
      ),
      since: query<TradedItem>(
        db,
        `SELECT key, type FROM items WHERE id > ? AND id <= ?
         AND EXISTS (SELECT 1 FROM trade_groups WHERE item = items.id AND at >= ? AND last_at >= ?)`,
      ),
      counts: query<ItemTrades>(
        db,
        `SELECT key, sum(trades) AS trades FROM items JOIN trade_groups ON item = items.id
       WHERE type = ? AND items.id > ? AND items.id <= ? AND at >= ? GROUP BY items.id`,
      ),
    };
  }

  add({ item, at, kind, place, count, paid }: TradeRow): void {
    this.#sql.add(item, bucketStart(at), kind, place ?? NO_PLACE, paid / count, count, paid, at);
  }

  /** Reads groups of whole buckets in order, some at each step. `from` and `to` are starts of buckets. */
  *read(item: number, from: number, to: number): Generator<GroupRow[], void> {
    let after: ReturnType<typeof groupRowKey> = [from, -1, 0, 0];
    for (;;) {
      const rows = this.#sql.page(item, ...after, to);
      yield rows;
      const last = rows.at(-1);
      if (last === undefined || rows.length < GROUPS_PER_STEP) return;
      after = groupRowKey(last);
    }
  }

  /**
   * Reads the number of purchases at each unit price in whole buckets, some days at each step. A price may occur in
   * several steps.
   */
  *prices(item: number, from: number, to: number): Generator<PriceRow[], void> {
    for (let at = from; at < to; at += BUCKETS_PER_STEP * BUCKET_MS) {
      yield this.#sql.prices(item, at, Math.min(to, at + BUCKETS_PER_STEP * BUCKET_MS));
    }
  }

  /** Reads the items with a trade at `from` or later, among the ids `after < id <= last`. */
  traded(from: number, after: number, last: number): TradedItem[] {
    return this.#sql.since.all(after, last, bucketStart(from), from).map((item) => ({ ...item }));
  }

  /** Counts the trades of the type's items from the bucket of `from` on, among the ids `after < id <= last`. */
  counts(type: string, from: number, after: number, last: number): ItemTrades[] {
    return this.#sql.counts.all(type, after, last, bucketStart(from));
  }
}

function groupRowKey([kind, place, unitPrice, , , , lastAt]: GroupRow) {
  return [bucketStart(lastAt), kind, place, unitPrice] as const;
}
