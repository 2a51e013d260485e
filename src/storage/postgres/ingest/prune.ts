import { LISTINGS_KEPT_MS } from '../../../market/my-shops/shop-trade.ts';
import { bucketStart } from '../../../market/prices/trade-group.ts';
import { DAY_MS, WEEK_MS } from '../../../time/durations.ts';
import { IS_LISTING } from '../../mappers/listing-rows.ts';
import type { WriteStep } from '../client.ts';

/** Limits the rows that a step deletes. */
const ROWS_PER_DELETE = 2_000;
/** Limits the ids that a step looks through. */
const IDS_PER_WINDOW = 1_000;

/** Deletes rows by their position. Nothing writes to them during the step, because old rows never change. */
const deleteRows = (table: string, rows: string) =>
  `DELETE FROM ${table} WHERE ctid = ANY (ARRAY(${rows} LIMIT ${ROWS_PER_DELETE}))`;
/**
 * Deletes rows of items in windows, `id > $1 AND id <= $2`. Deleting by time would need one more index on a table of
 * all trades.
 */
const deleteRowsOfItems = (table: string, where: string) =>
  deleteRows(
    table,
    `SELECT old.place FROM generate_series($1::bigint + 1, $2::bigint) AS one (id) CROSS JOIN LATERAL (
      SELECT ctid AS place FROM ${table} WHERE item = one.id AND ${where} ORDER BY at LIMIT ${ROWS_PER_DELETE}) AS old`,
  );

/** OFFSET keeps PostgreSQL from reading the whole table for few rows. */
const notReferredToBy = (table: string, where: string) => `NOT EXISTS (SELECT FROM ${table} WHERE ${where} OFFSET 0)`;

const DELETE_OUTAGES = deleteRows('outages', 'SELECT ctid FROM outages WHERE ended < $1');
/** A sealed notice is kept as long as its message, so that each can explain the other. */
const DELETE_NOTICES = deleteRows(
  'notices',
  `SELECT ctid FROM notices
   WHERE ended_at < $1 AND (message IS NULL OR (SELECT settled_at FROM messages WHERE messages.id = message) < $1)`,
);
/** The last delivered message is kept, because its time is the time of the last delivery. */
const DELETE_MESSAGES = deleteRows(
  'messages',
  `SELECT ctid FROM messages
   WHERE settled_at < $1 AND id IS DISTINCT FROM (
       SELECT id FROM messages WHERE settled_at IS NOT NULL AND message_id IS NOT NULL ORDER BY settled_at DESC LIMIT 1)
     AND ${notReferredToBy('notices', 'message = messages.id')}`,
);
/** $2: listings from this time on are kept. */
const DELETE_CHANGES = deleteRows(
  'changes',
  `SELECT ctid FROM changes WHERE at < $1 AND (at < $2 OR NOT ${IS_LISTING}) ORDER BY at`,
);

const DELETE_TRADES = deleteRowsOfItems('trades', 'at < $3');
const DELETE_TRADE_GROUPS = deleteRowsOfItems('trade_groups', 'at < $3');
/** The last sample is kept, because it holds until the next one. */
const DELETE_SAMPLES = deleteRowsOfItems(
  'price_samples',
  'at < (SELECT max(at) FROM price_samples WHERE item = one.id AND at <= $3)',
);
const DELETE_CAUSES = `DELETE FROM causes WHERE id > $1 AND id <= $2 AND ${notReferredToBy('notices', 'cause = causes.id')}`;
const DELETE_GOODS = `WITH unused AS (
    DELETE FROM goods WHERE id > $1 AND id <= $2 AND ${notReferredToBy('changes', 'changes.goods = goods.id')}
      AND ${notReferredToBy('changes', 'other_goods = goods.id')} RETURNING id)
  DELETE FROM goods_types WHERE goods IN (SELECT id FROM unused)`;
const DELETE_PLACES = `DELETE FROM places WHERE id > $1 AND id <= $2
  AND changed_at + ${DAY_MS} < $3 AND (traded_at IS NULL OR traded_at + ${DAY_MS} < $4)`;

/**
 * Deletes the old deliveries of missing feeds and watches, some from $1 on, and returns the last id that it looked at.
 */
const DELETE_DELIVERIES = `
  WITH next AS (SELECT source_id FROM deliveries WHERE source_id > $1 ORDER BY source_id LIMIT ${ROWS_PER_DELETE}), gone AS (
    DELETE FROM deliveries USING next WHERE deliveries.source_id = next.source_id AND deliveries.at < $2
      AND ${notReferredToBy('feeds', 'id = deliveries.source_id')} AND ${notReferredToBy('watches', 'id = deliveries.source_id')})
  SELECT max(source_id) AS last FROM next`;

/** The statements that delete rows: some at each step, in the order of ids, or by windows of ids. */
export const PRUNE_STATEMENTS = {
  bySome: { OUTAGES: DELETE_OUTAGES, NOTICES: DELETE_NOTICES, MESSAGES: DELETE_MESSAGES, CHANGES: DELETE_CHANGES },
  inOrder: { DELIVERIES: DELETE_DELIVERIES },
  byWindows: {
    TRADES: DELETE_TRADES,
    TRADE_GROUPS: DELETE_TRADE_GROUPS,
    SAMPLES: DELETE_SAMPLES,
    CAUSES: DELETE_CAUSES,
    GOODS: DELETE_GOODS,
    PLACES: DELETE_PLACES,
  },
};

/**
 * Deletes trades and price samples before `before`, and changes, notices, messages and deliveries of missing feeds and
 * watches that ended a week before `now` (both epoch ms). Then deletes rows that nothing refers to.
 * @param write runs one step in a transaction of the leader; no other write of the leader runs meanwhile
 */
export async function pruneDatabase(before: number, now: number, write: WriteStep): Promise<void> {
  // Deletes whole buckets, so that each group stays the sum of its trades.
  const tradesFrom = bucketStart(before);
  const weekFrom = now - WEEK_MS;
  const listingsFrom = now - LISTINGS_KEPT_MS;
  const steps = [
    { sql: DELETE_OUTAGES, limits: [before] },
    { sql: DELETE_NOTICES, limits: [weekFrom] },
    { sql: DELETE_MESSAGES, limits: [weekFrom] },
    { sql: DELETE_CHANGES, limits: [weekFrom, listingsFrom] },
  ];
  for (const { sql, limits } of steps) await deleteAll(sql, limits, write);
  await deleteDeliveries(weekFrom, write);
  await deleteByWindows('items', DELETE_TRADES, [tradesFrom], write);
  await deleteByWindows('items', DELETE_TRADE_GROUPS, [tradesFrom], write);
  await deleteByWindows('items', DELETE_SAMPLES, [before], write);
  await deleteByWindows('causes', DELETE_CAUSES, [], write);
  await deleteByWindows('goods', DELETE_GOODS, [], write);
  await deleteByWindows('places', DELETE_PLACES, [listingsFrom, tradesFrom], write);
}

async function deleteByWindows(table: string, sql: string, more: readonly number[], write: WriteStep): Promise<void> {
  const bounds = { first: 0, last: 0 };
  await write(async (db) => {
    const { rows } = await db.query<typeof bounds>(
      `SELECT coalesce(min(id), 1) AS first, coalesce(max(id), 0) AS last FROM ${table}`,
    );
    Object.assign(bounds, rows[0]);
    return 0;
  });
  for (let after = bounds.first - 1; after < bounds.last; after += IDS_PER_WINDOW) {
    await deleteAll(sql, [after, after + IDS_PER_WINDOW, ...more], write);
  }
}

async function deleteDeliveries(before: number, write: WriteStep): Promise<void> {
  for (let after: string | null = ''; after !== null; ) {
    const from: string = after;
    await write(async (db) => {
      const { rows, count } = await db.query<{ last: string | null }>(DELETE_DELIVERIES, [from, before]);
      after = rows[0]?.last ?? null;
      return count;
    });
  }
}

async function deleteAll(sql: string, values: readonly number[], write: WriteStep): Promise<void> {
  while ((await write(async (db) => (await db.query(sql, values)).count)) === ROWS_PER_DELETE);
}
