import type { DatabaseSync } from 'node:sqlite';
import { type GroupRow, NO_PLACE, type PriceRow, PURCHASE, type TradeRow } from '../../mappers/trade-row.ts';
import { arrays, command } from '../sql.ts';

/** Every trade and auction, by item and time. */
export class TradesTable {
  readonly #sql: ReturnType<typeof prepareStatements>;

  constructor(db: DatabaseSync) {
    this.#sql = prepareStatements(db);
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

function prepareStatements(db: DatabaseSync) {
  return {
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
