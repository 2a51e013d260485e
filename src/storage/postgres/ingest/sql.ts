import type { Change } from '../../../market/change.ts';
import type { OfferSample } from '../../../market/prices/quotes.ts';
import { bucketStart } from '../../../market/prices/trade-group.ts';
import type { Routed } from '../../../routing/notice.ts';
import {
  CHANGE_COLUMNS,
  type ChangeRow,
  isDiamondColumn,
  SNAPSHOT_KINDS,
  writeChange,
} from '../../mappers/change-row.ts';
import { NO_PLACE, type TradeRow, writeTrade } from '../../mappers/trade-row.ts';
import { defineStatement, type WriteStep } from '../client.ts';
import { enqueueParts, enqueueValues } from '../outbox/enqueue.ts';
import { storedText, storedTextOrNull } from '../stored-text.ts';
import type { RowIds } from './row-ids.ts';

const TEXT_COLUMNS: readonly string[] = ['side', 'other_side', 'canvas'];
const FIRST_CHANGE = 3;
const FIRST_TRADE = FIRST_CHANGE + 2 + CHANGE_COLUMNS.length;
const TRADE_TYPES = ['bigint', 'bigint', 'bigint', 'bigint', 'bigint', 'float8', 'bigint'];
const FIRST_GROUP = FIRST_TRADE + TRADE_TYPES.length;
const GROUP_TYPES = ['bigint', 'bigint', 'bigint', 'bigint', 'float8', 'bigint', 'float8', 'float8', 'bigint'];
const FIRST_NOTICE = FIRST_GROUP + GROUP_TYPES.length;

const columns = (first: number, types: readonly string[]) =>
  types.map((type, index) => `$${first + index}::${type}[]`).join(', ');
const typeOf = (column: (typeof CHANGE_COLUMNS)[number]) => {
  if (TEXT_COLUMNS.includes(column)) return 'text';
  return isDiamondColumn(column) ? 'float8' : 'bigint';
};
const changeTypes = ['bigint', 'bigint', ...CHANGE_COLUMNS.map(typeOf)];

/**
 * Writes a group of entries. `$1` is the group's number and `$2` the term's. Then follow the columns of its changes
 * (first their numbers and the times at which they arrived), of its trades and their sums, and `enqueueValues`.
 */
export const RECORD = defineStatement(
  'record',
  `WITH leads AS (UPDATE leader SET last_group = $1 WHERE epoch = $2 AND backend_pid = pg_backend_pid() RETURNING epoch),
   changed AS (
     INSERT INTO changes (seq, heard_at, ${CHANGE_COLUMNS.join(', ')}) SELECT * FROM unnest(${columns(FIRST_CHANGE, changeTypes)})),
   traded AS (
     INSERT INTO trades (seq, item, at, kind, count, paid, place) SELECT * FROM unnest(${columns(FIRST_TRADE, TRADE_TYPES)})),
   summed AS (
     INSERT INTO trade_groups AS known (item, at, kind, place, unit_price, trades, items, paid, last_at)
     SELECT * FROM unnest(${columns(FIRST_GROUP, GROUP_TYPES)})
     ON CONFLICT (item, at, kind, place, unit_price) DO UPDATE SET
       trades = known.trades + excluded.trades, items = known.items + excluded.items, paid = known.paid + excluded.paid,
       last_at = greatest(known.last_at, excluded.last_at)),
   ${enqueueParts(FIRST_NOTICE)}
   SELECT CASE
     WHEN NOT EXISTS (SELECT FROM leads) THEN refuse('another process leads')::text
     WHEN EXISTS (SELECT FROM new_notices) THEN pg_notify('due', '')::text END`,
);

/** Begins any other write of the leader, and fails if the term is over. `$1`: the term's number. */
export const FENCE = defineStatement(
  'fence',
  `WITH leads AS (SELECT FROM leader WHERE epoch = $1 AND backend_pid = pg_backend_pid() FOR UPDATE)
   SELECT CASE WHEN EXISTS (SELECT FROM leads) THEN 0 ELSE refuse('another process leads') END`,
);

const IS_UNFINISHED = `at > $1 AND at < $2 AND kind BETWEEN ${SNAPSHOT_KINDS.first} AND ${SNAPSHOT_KINDS.last}`;
export const FORGET_UNFINISHED = `DELETE FROM changes WHERE ${IS_UNFINISHED}`;

export const BEGIN_OUTAGE = 'INSERT INTO outages (began, why) VALUES ($1, $2) ON CONFLICT DO NOTHING';
export const END_OUTAGE = 'UPDATE outages SET ended = greatest(began, $1) WHERE ended IS NULL';
export const ADD_OUTAGE = 'INSERT INTO outages (began, ended, why) VALUES ($1, $2, $3)';

/**
 * Deletes lifted bans, so that one that returns counts as new. `$2`: the time, or null for the first list, in which no
 * ban is new.
 */
export const TAKE_BANS = `
  WITH listed AS (SELECT DISTINCT id FROM unnest($1::text[]) AS one (id)),
  lifted AS (DELETE FROM bans WHERE id NOT IN (SELECT id FROM listed))
  INSERT INTO bans (id, first_seen_at) SELECT id, $2 FROM listed ON CONFLICT DO NOTHING`;

export interface GroupRows {
  readonly changes: readonly ChangeRow[];
  /** The position of the trade's change. */
  readonly trades: readonly (TradeRow & { readonly change: number })[];
}

/** Maps changes to rows. `numbers` notes unknown ids. */
export function groupRows(changes: readonly Change[], numbers: RowIds): GroupRows {
  return {
    changes: changes.map((change) => writeChange(change, numbers.at(change.at))),
    trades: changes.flatMap((change, index) => {
      if (change.kind !== 'traded' && change.kind !== 'auctioned') return [];
      const place = numbers.idOfTradePlace.bind(numbers);
      return { ...writeTrade(change, { ...numbers.at(change.at), place }), change: index };
    }),
  };
}

/**
 * The number of the first change, and the time (epoch ms) at which each arrived, or null for a change of a snapshot.
 */
interface ChangeTimes {
  readonly firstSeq: number;
  readonly heardAts: readonly (number | null)[];
}

/** Returns the values of RECORD from the third on. */
export function groupValues(
  rows: GroupRows,
  { firstSeq, heardAts }: ChangeTimes,
  notices: readonly Routed[],
  now: number,
): unknown[] {
  return [
    rows.changes.map((_, index) => firstSeq + index),
    heardAts,
    ...CHANGE_COLUMNS.map((column) => rows.changes.map((row) => toColumn(row[column]))),
    ...tradeValues(rows.trades, firstSeq),
    ...sumColumns(rows.trades),
    ...enqueueValues(notices, now),
  ];
}

function toColumn(value: number | string | null): unknown {
  return typeof value === 'string' ? storedTextOrNull(value) : value;
}

function tradeValues(trades: GroupRows['trades'], firstSeq: number): unknown[][] {
  const pick = (of: (trade: GroupRows['trades'][number]) => unknown) => trades.map(of);
  return [
    pick(({ change }) => firstSeq + change),
    pick(({ item }) => item),
    pick(({ at }) => at),
    pick(({ kind }) => kind),
    pick(({ count }) => count),
    pick(({ paid }) => paid),
    pick(({ place }) => place),
  ];
}

/** Sums trades with the same key, because one statement cannot upsert a row twice. */
function sumColumns(trades: readonly TradeRow[]): unknown[][] {
  const sums = new Map<string, (number | bigint)[]>();
  for (const { item, at, kind, place, count, paid } of trades) {
    const key = [item, bucketStart(at), kind, place ?? NO_PLACE, paid / count] as const;
    const known = sums.get(key.join(' '));
    if (known === undefined) sums.set(key.join(' '), [...key, 1, count, paid, at]);
    else addToSum(known as number[], count, paid, at);
  }
  const rows = [...sums.values()];
  const COLUMNS_OF_SUMS = 9;
  return Array.from({ length: COLUMNS_OF_SUMS }, (_, column) => rows.map((row) => row[column]));
}

function addToSum(row: number[], count: number, paid: number, at: number): void {
  const [trades = 0, items = 0, sum = 0, lastAt = at] = row.slice(5);
  row.splice(5, 4, trades + 1, items + count, sum + paid, Math.max(lastAt, at));
}

const SAMPLES_PER_INSERT = 1_000;

/**
 * Writes samples whose ask or bid differs from the latest, or whose stock alone differs for the first time in a UTC
 * day. An item without samples counts as not offered.
 */
const PUT_SAMPLES = `
  WITH offered AS (SELECT * FROM unnest($2::text[], $3::text[], $4::text[], $5::float8[], $6::float8[], $7::float8[])
    AS one (key, former_key, type, ask, bid, stock)),
  added AS (INSERT INTO items (key, former_key, type) SELECT key, former_key, type FROM offered
    ON CONFLICT DO NOTHING RETURNING id, key),
  numbered AS (SELECT id, key FROM added UNION ALL SELECT items.id, key FROM items JOIN offered USING (key)),
  news AS (
    SELECT numbered.id AS item, offered.* FROM offered JOIN numbered USING (key)
    LEFT JOIN LATERAL (SELECT * FROM price_samples WHERE item = numbered.id ORDER BY at DESC LIMIT 1) AS last ON true
    WHERE offered.ask IS DISTINCT FROM last.ask OR offered.bid IS DISTINCT FROM last.bid
      OR (offered.stock <> coalesce(last.stock, 0) AND (last.at IS NULL OR last.at / 86400000 < $1::bigint / 86400000)))
  INSERT INTO price_samples (item, at, ask, bid, stock) SELECT item, $1, ask, bid, stock FROM news
  ON CONFLICT (item, at) DO UPDATE SET ask = excluded.ask, bid = excluded.bid, stock = excluded.stock`;

/** Writes empty samples of items that are no longer offered. `$2`: the keys of offered items. */
const PUT_NO_LONGER_OFFERED = `
  INSERT INTO price_samples (item, at, ask, bid, stock)
  SELECT items.id, $1, NULL, NULL, 0 FROM items
  CROSS JOIN LATERAL (SELECT * FROM price_samples WHERE item = items.id ORDER BY at DESC LIMIT 1) AS last
  WHERE (last.ask IS NOT NULL OR last.bid IS NOT NULL OR last.stock > 0)
    AND NOT EXISTS (SELECT FROM unnest($2::text[]) AS named (key) WHERE named.key = items.key)
  ON CONFLICT (item, at) DO UPDATE SET ask = NULL, bid = NULL, stock = 0`;

/** Writes the samples of one time (epoch ms), some at each step. */
export async function recordPriceSamples(at: number, samples: readonly OfferSample[], write: WriteStep): Promise<void> {
  for (let from = 0; from < samples.length; from += SAMPLES_PER_INSERT) {
    const some = samples.slice(from, from + SAMPLES_PER_INSERT);
    const columns = [
      some.map(({ key }) => storedText(key)),
      some.map(({ formerKey }) => storedTextOrNull(formerKey)),
      some.map(({ type }) => storedText(type)),
      some.map(({ ask }) => ask),
      some.map(({ bid }) => bid),
      some.map(({ stock }) => stock),
    ];
    await write((db) => db.query(PUT_SAMPLES, [at, ...columns]));
  }
  await write((db) => db.query(PUT_NO_LONGER_OFFERED, [at, samples.map(({ key }) => storedText(key))]));
}
