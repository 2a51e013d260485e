import type { DatabaseSync } from 'node:sqlite';
import type { LastDelivery } from '../../../ports/outbox.ts';
import type { DeliveredPrice } from '../../../routing/better-price.ts';
import { readLastDelivery, type ToldRow } from '../../mappers/told-row.ts';
import { command, query } from '../sql.ts';

const ROWS_PER_STEP = 500;

/** When a message of each feed or watch was last delivered, and the best unit price that it named. */
export class DeliveriesTable {
  readonly #sql: ReturnType<typeof prepareStatements>;

  constructor(db: DatabaseSync) {
    this.#sql = prepareStatements(db);
  }

  put(source: string, at: number, best: DeliveredPrice | undefined): void {
    this.#sql.put(source, at, best?.unitPrice ?? null, best?.goods ?? null);
  }

  last(sources: readonly string[]): ReadonlyMap<string, LastDelivery> {
    const rows = sources.flatMap((source) => this.#sql.get.first(source) ?? []);
    return new Map(rows.map((row) => [row.source, readLastDelivery(row)]));
  }

  forget(source: string): void {
    this.#sql.forget(source);
  }
}

/** Forgets those before `before` of feeds and watches that are gone, looking at a few at each step. */
export function* pruneDeliveries(
  db: DatabaseSync,
  before: number,
  isInUse: (source: string) => boolean,
): Generator<void> {
  const next = query<{ source: string; at: number }>(
    db,
    `SELECT source, at FROM told WHERE source > ? ORDER BY source LIMIT ${ROWS_PER_STEP}`,
  );
  const forget = command(db, 'DELETE FROM told WHERE source = ?');
  for (let rows = next.all(''); rows.length > 0; rows = next.all(rows.at(-1)?.source ?? '')) {
    for (const { source, at } of rows) if (at < before && !isInUse(source)) forget(source);
    yield;
  }
}

function prepareStatements(db: DatabaseSync) {
  return {
    put: command(
      db,
      `INSERT INTO told (source, at, price, goods) VALUES (?, ?, ?, ?)
       ON CONFLICT DO UPDATE SET at = excluded.at, price = excluded.price, goods = excluded.goods`,
    ),
    get: query<ToldRow>(db, 'SELECT source, at, price, goods FROM told WHERE source = ?'),
    // Also the prices of shops, whose source begins with the id and a space; an exclamation mark is what comes after
    // it.
    forget: command(db, "DELETE FROM told WHERE source = ?1 OR (source >= ?1 || ' ' AND source < ?1 || '!')"),
  };
}
