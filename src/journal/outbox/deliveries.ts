import type { DatabaseSync } from 'node:sqlite';
import type { DeliveredPrice } from '../../routing/better-price.ts';
import { command, query } from '../database/sql.ts';

/** When a message of each feed or watch was last delivered, and the best unit price that it named. */
export function deliveriesTable(db: DatabaseSync) {
  const put = command(
    db,
    `INSERT INTO told (source, at, price, goods) VALUES (?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET at = excluded.at, price = excluded.price, goods = excluded.goods`,
  );
  const get = query<{ at: number; price: number | null; goods: string | null }>(
    db,
    'SELECT at, price, goods FROM told WHERE source = ?',
  );
  const forget = command(db, 'DELETE FROM told WHERE source = ?');
  return {
    put: (source: string, at: number, best: DeliveredPrice | undefined): number =>
      put(source, at, best?.unitPrice ?? null, best?.goods ?? null),
    get: (source: string): number | null => get.first(source)?.at ?? null,
    price(source: string): DeliveredPrice | null {
      const { price = null, goods = null } = get.first(source) ?? {};
      return price === null || goods === null ? null : { unitPrice: price, goods };
    },
    forget: (source: string): number => forget(source),
  };
}
