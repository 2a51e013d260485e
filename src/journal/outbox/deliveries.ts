import type { DatabaseSync } from 'node:sqlite';
import type { DeliveredPrice } from '../../routing/better-price.ts';
import { command, query } from '../database/sql.ts';

/** When a message of each feed or watch was last delivered, and the best unit price that it named. */
export class DeliveriesTable {
  readonly #sql: ReturnType<typeof prepareStatements>;

  constructor(db: DatabaseSync) {
    this.#sql = prepareStatements(db);
  }

  put(source: string, at: number, best: DeliveredPrice | undefined): void {
    this.#sql.put(source, at, best?.unitPrice ?? null, best?.goods ?? null);
  }

  /** Epoch ms; null: never. */
  lastAt(source: string): number | null {
    return this.#sql.get.first(source)?.at ?? null;
  }

  lastPrice(source: string): DeliveredPrice | null {
    const { price = null, goods = null } = this.#sql.get.first(source) ?? {};
    return price === null || goods === null ? null : { unitPrice: price, goods };
  }

  forget(source: string): void {
    this.#sql.forget(source);
  }
}

function prepareStatements(db: DatabaseSync) {
  return {
    put: command(
      db,
      `INSERT INTO told (source, at, price, goods) VALUES (?, ?, ?, ?)
       ON CONFLICT DO UPDATE SET at = excluded.at, price = excluded.price, goods = excluded.goods`,
    ),
    get: query<{ at: number; price: number | null; goods: string | null }>(
      db,
      'SELECT at, price, goods FROM told WHERE source = ?',
    ),
    forget: command(db, 'DELETE FROM told WHERE source = ?'),
  };
}
