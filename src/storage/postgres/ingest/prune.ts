import { bucketStart } from '../../../market/prices/trade-group.ts';
import { DAY_MS, WEEK_MS } from '../../../time/durations.ts';
import type { Queryable } from '../client.ts';

/** How long changes, and notices and messages that ended, are kept. */
const ROWS_PER_STEP = 2_000;
/** Numbers that a step looks through. */
const WINDOW = 1_000;

type WriteStep = (step: (db: Queryable) => Promise<number>) => Promise<number>;

/** Where rows of a table lie, for a step. None of them is written to meanwhile: what is old stays as it is. */
const at = (table: string, rows: string) =>
  `DELETE FROM ${table} WHERE ctid = ANY (ARRAY(${rows} LIMIT ${ROWS_PER_STEP}))`;
/** Of items by windows, `id > $1 AND id <= $2`; a table of all trades by time alone would be one more index to write. */
const ofItems = (table: string, where: string) =>
  at(
    table,
    `SELECT old.place FROM generate_series($1::bigint + 1, $2::bigint) AS one (id) CROSS JOIN LATERAL (
      SELECT ctid AS place FROM ${table} WHERE item = one.id AND ${where} ORDER BY at LIMIT ${ROWS_PER_STEP}) AS old`,
  );

/** OFFSET keeps PostgreSQL from reading the whole table for the few that are asked for. */
const nothing = (table: string, where: string) => `NOT EXISTS (SELECT FROM ${table} WHERE ${where} OFFSET 0)`;

const OUTAGES = at('outages', 'SELECT ctid FROM outages WHERE ended < $1');
/** A sealed notice stays as long as its message does, so that one can still explain the other. */
const NOTICES = at(
  'notices',
  `SELECT ctid FROM notices
   WHERE ended_at < $1 AND (message IS NULL OR (SELECT settled_at FROM messages WHERE messages.id = message) < $1)`,
);
/** The last one that was delivered stays: it says when that was. */
const MESSAGES = at(
  'messages',
  `SELECT ctid FROM messages
   WHERE settled_at < $1 AND id IS DISTINCT FROM (
       SELECT id FROM messages WHERE settled_at IS NOT NULL AND message_id IS NOT NULL ORDER BY settled_at DESC LIMIT 1)
     AND ${nothing('notices', 'message = messages.id')}`,
);
const CHANGES = at('changes', 'SELECT ctid FROM changes WHERE at < $1 ORDER BY at');

const TRADES = ofItems('trades', 'at < $3');
const TRADE_GROUPS = ofItems('trade_groups', 'at < $3');
/** A sample still holds until the next one. */
const SAMPLES = ofItems('price_samples', 'at < (SELECT max(at) FROM price_samples WHERE item = one.id AND at <= $3)');
const CAUSES = `DELETE FROM causes WHERE id > $1 AND id <= $2 AND ${nothing('notices', 'cause = causes.id')}`;
const GOODS = `WITH unused AS (
    DELETE FROM goods WHERE id > $1 AND id <= $2 AND ${nothing('changes', 'changes.goods = goods.id')}
      AND ${nothing('changes', 'other_goods = goods.id')} RETURNING id)
  DELETE FROM goods_types WHERE goods IN (SELECT id FROM unused)`;
const PLACES = `DELETE FROM places WHERE id > $1 AND id <= $2
  AND changed_at + ${DAY_MS} < $3 AND (traded_at IS NULL OR traded_at + ${DAY_MS} < $4)`;

/** Of some from $1 on, when those last told that are gone; up to which is the answer. */
const DELIVERIES = `
  WITH next AS (SELECT source_id FROM deliveries WHERE source_id > $1 ORDER BY source_id LIMIT ${ROWS_PER_STEP}), gone AS (
    DELETE FROM deliveries USING next WHERE deliveries.source_id = next.source_id AND deliveries.at < $2
      AND ${nothing('feeds', 'id = deliveries.source_id')} AND ${nothing('watches', 'id = deliveries.source_id')})
  SELECT max(source_id) AS last FROM next`;

/** What forgets: some rows at each step, or those of a window of numbers. */
export const FORGET = {
  bySome: { OUTAGES, NOTICES, MESSAGES, CHANGES },
  inOrder: { DELIVERIES },
  byWindows: { TRADES, TRADE_GROUPS, SAMPLES, CAUSES, GOODS, PLACES },
};

/**
 * Forgets trades and price samples before `before`; changes, notices and messages that ended a week before `now`, and when feeds and
 * watches last told that are gone; and then what nothing names any more. Epoch ms.
 * @param write runs one step, in a transaction of the leader's; while it runs nothing else of the leader's does
 */
export async function prune(before: number, now: number, write: WriteStep): Promise<void> {
  // Whole buckets, so that the sums stay those of the trades.
  const tradesFrom = bucketStart(before);
  const weekFrom = now - WEEK_MS;
  const steps = [
    { sql: OUTAGES, limit: before },
    { sql: NOTICES, limit: weekFrom },
    { sql: MESSAGES, limit: weekFrom },
    { sql: CHANGES, limit: weekFrom },
  ];
  for (const { sql, limit } of steps) await untilNoMore(sql, [limit], write);
  await pruneDeliveries(weekFrom, write);
  await byWindows('items', TRADES, [tradesFrom], write);
  await byWindows('items', TRADE_GROUPS, [tradesFrom], write);
  await byWindows('items', SAMPLES, [before], write);
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
  for (let after = bounds.first - 1; after < bounds.last; after += WINDOW) {
    await untilNoMore(sql, [after, after + WINDOW, ...more], write);
  }
}

async function pruneDeliveries(before: number, write: WriteStep): Promise<void> {
  for (let after: string | null = ''; after !== null; ) {
    const from: string = after;
    await write(async (db) => {
      const { rows, count } = await db.query<{ last: string | null }>(DELIVERIES, [from, before]);
      after = rows[0]?.last ?? null;
      return count;
    });
  }
}

async function untilNoMore(sql: string, values: readonly number[], write: WriteStep): Promise<void> {
  while ((await write(async (db) => (await db.query(sql, values)).count)) === ROWS_PER_STEP);
}
