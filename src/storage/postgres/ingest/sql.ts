import { COLUMNS, isDiamonds, OF_SNAPSHOTS } from '../../mappers/change-row.ts';
import type { Sql } from '../client.ts';
import { enqueueParts } from '../outbox/enqueue.ts';

const statement = (name: string, text: string): Sql => ({ name, text });

/** The number of those that are there, too. */
export const ADD_GOODS = statement(
  'add-goods',
  `WITH wanted AS (SELECT decode(hash, 'hex') AS hash, json FROM unnest($1::text[], $2::text[]) AS one (hash, json)),
   added AS (INSERT INTO goods (hash, json) SELECT hash, json FROM wanted ON CONFLICT DO NOTHING RETURNING id, hash),
   typed AS (
     INSERT INTO goods_types (type, goods)
     SELECT type, id FROM unnest($3::text[], $4::text[]) AS one (hash, type) JOIN added ON added.hash = decode(one.hash, 'hex'))
   SELECT id, encode(hash, 'hex') AS hash FROM added
   UNION ALL SELECT id, encode(hash, 'hex') FROM goods JOIN wanted USING (hash)`,
);

export const ADD_ITEMS = statement(
  'add-items',
  `WITH wanted AS (SELECT * FROM unnest($1::text[], $2::text[], $3::text[]) AS one (key, former_key, type)),
   added AS (INSERT INTO items (key, former_key, type) SELECT key, former_key, type FROM wanted
     ON CONFLICT DO NOTHING RETURNING id, key)
   SELECT id, key FROM added UNION ALL SELECT id, key FROM items JOIN wanted USING (key)`,
);

export const ADD_PLACES = statement(
  'add-places',
  `INSERT INTO places AS place (x, z, y, world, owner, owner_name, changed_at, traded_at)
   SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::text[], $5::text[], $6::text[], $7::bigint[], $8::bigint[])
   ON CONFLICT (x, z, y, names_hash(world, owner, owner_name)) DO UPDATE SET
     changed_at = greatest(place.changed_at, excluded.changed_at), traded_at = greatest(place.traded_at, excluded.traded_at)
   RETURNING id, x, y, z, world, owner, owner_name AS name, changed_at AS "changedAt", traded_at AS "tradedAt"`,
);

const TEXTS: readonly string[] = ['side', 'other_side', 'canvas'];
const FIRST_CHANGE = 3;
const FIRST_TRADE = FIRST_CHANGE + 2 + COLUMNS.length;
const TRADE_TYPES = ['bigint', 'bigint', 'bigint', 'bigint', 'bigint', 'float8', 'bigint'];
const FIRST_GROUP = FIRST_TRADE + TRADE_TYPES.length;
const GROUP_TYPES = ['bigint', 'bigint', 'bigint', 'bigint', 'float8', 'bigint', 'float8', 'float8', 'bigint'];
const FIRST_NOTICE = FIRST_GROUP + GROUP_TYPES.length;

const columns = (first: number, types: readonly string[]) =>
  types.map((type, index) => `$${first + index}::${type}[]`).join(', ');
const typeOf = (column: (typeof COLUMNS)[number]) => {
  if (TEXTS.includes(column)) return 'text';
  return isDiamonds(column) ? 'float8' : 'bigint';
};
const changeTypes = ['bigint', 'bigint', ...COLUMNS.map(typeOf)];

/**
 * A group of entries, by whoever leads: `$1` the group's number, `$2` the term's. Then the columns of its changes (with their numbers
 * first, and when they were heard), its trades, the sums of these, and what `enqueueValues` gives.
 */
export const RECORD = statement(
  'record',
  `WITH leads AS (UPDATE leader SET last_group = $1 WHERE epoch = $2 AND backend_pid = pg_backend_pid() RETURNING epoch),
   changed AS (
     INSERT INTO changes (seq, heard_at, ${COLUMNS.join(', ')}) SELECT * FROM unnest(${columns(FIRST_CHANGE, changeTypes)})),
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
     WHEN EXISTS (SELECT FROM told_notices) THEN pg_notify('due', '')::text END`,
);

/** Any other write of the leader begins with it. `$1`: the term's number. */
export const FENCE = statement(
  'fence',
  `WITH leads AS (SELECT FROM leader WHERE epoch = $1 AND backend_pid = pg_backend_pid() FOR UPDATE)
   SELECT CASE WHEN EXISTS (SELECT FROM leads) THEN 0 ELSE refuse('another process leads') END`,
);

const IS_UNFINISHED = `at > $1 AND at < $2 AND kind BETWEEN ${OF_SNAPSHOTS.first} AND ${OF_SNAPSHOTS.last}`;
export const FORGET_UNFINISHED = `DELETE FROM changes WHERE ${IS_UNFINISHED}`;

export const DOWN = 'INSERT INTO outages (began, why) VALUES ($1, $2) ON CONFLICT DO NOTHING';
export const UP = 'UPDATE outages SET ended = greatest(began, $1) WHERE ended IS NULL';
export const GAP = 'INSERT INTO outages (began, ended, why) VALUES ($1, $2, $3)';

/** A ban that was lifted is gone, and new when it comes back. `$2`: null in the very first list, which is no news. */
export const TAKE_BANS = `
  WITH listed AS (SELECT DISTINCT id FROM unnest($1::text[]) AS one (id)),
  lifted AS (DELETE FROM bans WHERE id NOT IN (SELECT id FROM listed))
  INSERT INTO bans (id, first_seen_at) SELECT id, $2 FROM listed ON CONFLICT DO NOTHING`;
