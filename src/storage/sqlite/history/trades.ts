import type { DatabaseSync } from 'node:sqlite';
import { BUCKET_MS, bucketOf } from '../../../market/prices/trade-group.ts';
import { type GroupRow, NO_PLACE, type PriceRow, PURCHASE, type TradeRow } from '../../mappers/trade-row.ts';
import { arrays, command, query } from '../sql.ts';

/** Every trade and auction, by item and time. */
export class TradesTable {
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
       FROM trades WHERE item = ? AND at >= ? AND at < ? AND kind = ${PURCHASE} GROUP BY unit_price`,
      ),
    };
  }

  add({ item, at, kind, place, count, paid }: TradeRow): void {
    this.#sql.add(item, at, kind, count, paid, place);
  }

  /** Sums up what was traded in a part of one bucket. */
  groups(item: number, from: number, to: number): GroupRow[] {
    return this.#sql.groups(item, from, to);
  }

  /** How many purchases there were at each unit price in a part of one bucket. */
  prices(item: number, from: number, to: number): PriceRow[] {
    return this.#sql.prices(item, from, to);
  }
}

const ROWS_PER_STEP = 1_000;
const BUCKETS_PER_STEP = 60;

interface TradedItem {
  readonly key: string;
  readonly type: string;
}

interface ItemTrades {
  readonly key: string;
  readonly trades: number;
}

/** The trades summed up by bucket as they come, so that a long time is read fast. */
export class TradeGroupsTable {
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
       ORDER BY at, kind, place, unit_price LIMIT ${ROWS_PER_STEP}`,
      ),
      prices: arrays<PriceRow>(
        db,
        `SELECT unit_price, sum(trades) FROM trade_groups
       WHERE item = ? AND at >= ? AND at < ? AND kind = ${PURCHASE} GROUP BY unit_price`,
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
    this.#sql.add(item, bucketOf(at), kind, place ?? NO_PLACE, paid / count, count, paid, at);
  }

  /** Groups of whole buckets in order, some at each step; buckets begin at `from` and at `to`. */
  *read(item: number, from: number, to: number): Generator<GroupRow[], void> {
    let after: ReturnType<typeof keyOf> = [from, -1, 0, 0];
    for (;;) {
      const rows = this.#sql.page(item, ...after, to);
      yield rows;
      const last = rows.at(-1);
      if (last === undefined || rows.length < ROWS_PER_STEP) return;
      after = keyOf(last);
    }
  }

  /** How many purchases there were at each unit price in whole buckets, some days at each step: a price comes again. */
  *prices(item: number, from: number, to: number): Generator<PriceRow[], void> {
    for (let at = from; at < to; at += BUCKETS_PER_STEP * BUCKET_MS) {
      yield this.#sql.prices(item, at, Math.min(to, at + BUCKETS_PER_STEP * BUCKET_MS));
    }
  }

  /** Items with a trade at `from` or later, of the numbers after `after` up to `last`. */
  traded(from: number, after: number, last: number): TradedItem[] {
    return this.#sql.since.all(after, last, bucketOf(from), from).map((item) => ({ ...item }));
  }

  /**
   * How many trades each item of the type has in the bucket of `from` and later ones, of the numbers after `after` up
   * to `last`.
   */
  counts(type: string, from: number, after: number, last: number): ItemTrades[] {
    return this.#sql.counts.all(type, after, last, bucketOf(from));
  }
}

function keyOf([kind, place, unitPrice, , , , lastAt]: GroupRow) {
  return [bucketOf(lastAt), kind, place, unitPrice] as const;
}
