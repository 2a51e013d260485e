import { bucketOf } from '../../market/prices/trade-group.ts';
import type { Queryable } from '../client.ts';

const DAY_MS = 24 * 3_600_000;
/** How long changes, and notices and messages that ended, are kept. */
const WEEK_MS = 7 * DAY_MS;
const ROWS_PER_STEP = 2_000;

type WriteStep = (step: (db: Queryable) => Promise<number>) => Promise<number>;

/** Forgets by steps of so many rows what was before `$1`; each is repeated until it finds less. */
const some = (table: string, key: string, where: string) =>
  `DELETE FROM ${table} WHERE (${key}) IN (SELECT ${key} FROM ${table} WHERE ${where} LIMIT ${ROWS_PER_STEP})`;

const OUTAGES = some('outages', 'id', 'ended < $1');
const TRADES = some('trades', 'item, at, seq', 'at < $1');
const TRADE_GROUPS = some('trade_groups', 'item, at, kind, place, price', 'at < $1');
/** A sample still holds until the next one. */
const SAMPLES = some(
  'price_samples',
  'item, at',
  'at < (SELECT max(later.at) FROM price_samples AS later WHERE later.item = price_samples.item AND later.at <= $1)',
);
/** A sealed notice stays as long as its message does, so that one can still explain the other. */
const NOTICES = `DELETE FROM notices WHERE id IN (
  SELECT notices.id FROM notices LEFT JOIN messages ON messages.id = message
  WHERE ended_at < $1 AND (message IS NULL OR settled_at < $1) LIMIT ${ROWS_PER_STEP})`;
const MESSAGES = some(
  'messages',
  'id',
  'settled_at < $1 AND NOT EXISTS (SELECT FROM notices WHERE message = messages.id)',
);
const CHANGES = some('changes', 'seq', 'at < $1');
/** These go through all numbers by windows, `id > $1 AND id <= $2`. */
const CAUSES =
  'DELETE FROM causes WHERE id > $1 AND id <= $2 AND NOT EXISTS (SELECT FROM notices WHERE cause = causes.id)';
const GOODS = `WITH unused AS (
    DELETE FROM goods WHERE id > $1 AND id <= $2 AND NOT EXISTS (SELECT FROM changes WHERE changes.goods = goods.id)
      AND NOT EXISTS (SELECT FROM changes WHERE other_goods = goods.id) RETURNING id)
  DELETE FROM goods_types WHERE goods IN (SELECT id FROM unused)`;
const PLACES = `DELETE FROM places WHERE id > $1 AND id <= $2
  AND changed_at + ${DAY_MS} < $3 AND (traded_at IS NULL OR traded_at + ${DAY_MS} < $4)`;

/**
 * Forgets trades and price samples before `before`; changes, notices and messages that ended a week before `now`; and then what
 * nothing names any more. Epoch ms.
 * @param write runs one step, in a transaction of the leader's; while it runs nothing else of the leader's does
 */
export async function prune(before: number, now: number, write: WriteStep): Promise<void> {
  // Whole buckets, so that the sums stay those of the trades.
  const tradesFrom = bucketOf(before);
  const weekFrom = now - WEEK_MS;
  const steps = [
    { sql: OUTAGES, limit: before },
    { sql: TRADES, limit: tradesFrom },
    { sql: TRADE_GROUPS, limit: tradesFrom },
    { sql: SAMPLES, limit: before },
    { sql: NOTICES, limit: weekFrom },
    { sql: MESSAGES, limit: weekFrom },
    { sql: CHANGES, limit: weekFrom },
  ];
  for (const { sql, limit } of steps) {
    while ((await write(async (db) => (await db.query(sql, [limit])).count)) === ROWS_PER_STEP);
  }
  await byWindows('causes', CAUSES, [], write);
  await byWindows('goods', GOODS, [], write);
  await byWindows('places', PLACES, [weekFrom, tradesFrom], write);
}

async function byWindows(table: string, sql: string, more: readonly number[], write: WriteStep): Promise<void> {
  const bounds = { first: 0, last: 0 };
  await write(async (db) => {
    const { rows } = await db.query<typeof bounds>(
      `SELECT coalesce(min(id), 1) AS first, coalesce(max(id), 0) AS last FROM ${table}`,
    );
    Object.assign(bounds, rows[0]);
    return 0;
  });
  for (let after = bounds.first - 1; after < bounds.last; after += ROWS_PER_STEP) {
    await write(async (db) => (await db.query(sql, [after, after + ROWS_PER_STEP, ...more])).count);
  }
}
