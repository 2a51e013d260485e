import type { DatabaseSync } from 'node:sqlite';
import type { LastDelivery } from '../../../ports/outbox.ts';
import type { DeliveredPrice } from '../../../routing/better-price.ts';
import { type DeliveryRow, readLastDelivery } from '../../mappers/message-row.ts';
import { command, query } from '../sql.ts';

const ROWS_PER_STEP = 500;

/** When a message of each feed or watch was last delivered, and the best unit price that it named. */
export class DeliveriesTable {
  readonly #sql: ReturnType<typeof prepareStatements>;

  constructor(db: DatabaseSync) {
    this.#sql = prepareStatements(db);
  }

  put(sourceId: string, at: number, best: DeliveredPrice | undefined): void {
    this.#sql.put(sourceId, at, best?.unitPrice ?? null, best?.goods ?? null);
  }

  last(sourceIds: readonly string[]): ReadonlyMap<string, LastDelivery> {
    const rows = sourceIds.flatMap((id) => this.#sql.get.first(id) ?? []);
    return new Map(rows.map((row) => [row.source_id, readLastDelivery(row)]));
  }

  forget(sourceId: string): void {
    this.#sql.forget(sourceId);
  }
}

/** Forgets those before `before` of feeds and watches that are gone, looking at a few at each step. */
export function* pruneDeliveries(
  db: DatabaseSync,
  before: number,
  isInUse: (sourceId: string) => boolean,
): Generator<void> {
  const next = query<{ source_id: string; at: number }>(
    db,
    `SELECT source_id, at FROM deliveries WHERE source_id > ? ORDER BY source_id LIMIT ${ROWS_PER_STEP}`,
  );
  const forget = command(db, 'DELETE FROM deliveries WHERE source_id = ?');
  for (let rows = next.all(''); rows.length > 0; rows = next.all(rows.at(-1)?.source_id ?? '')) {
    for (const { source_id, at } of rows) if (at < before && !isInUse(source_id)) forget(source_id);
    yield;
  }
}

function prepareStatements(db: DatabaseSync) {
  return {
    put: command(
      db,
      `INSERT INTO deliveries (source_id, at, unit_price, goods) VALUES (?, ?, ?, ?)
       ON CONFLICT DO UPDATE SET at = excluded.at, unit_price = excluded.unit_price, goods = excluded.goods`,
    ),
    get: query<DeliveryRow>(db, 'SELECT source_id, at, unit_price, goods FROM deliveries WHERE source_id = ?'),
    // Also the prices of shops, whose source id begins with the id and a space. '!' is the character after the space.
    forget: command(
      db,
      "DELETE FROM deliveries WHERE source_id = ?1 OR (source_id >= ?1 || ' ' AND source_id < ?1 || '!')",
    ),
  };
}
