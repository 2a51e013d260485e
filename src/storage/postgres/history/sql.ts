import { BUCKET_MS } from '../../../market/prices/trade-group.ts';
import {
  CHANGE_COLUMNS,
  CHANGE_KINDS,
  type DIAMOND_COLUMNS,
  isDiamondColumn,
  SNAPSHOT_KINDS,
} from '../../mappers/change-row.ts';
import { IS_LISTING } from '../../mappers/listing-rows.ts';
import { type GroupRow, NO_PLACE, PURCHASE_KIND, type ShopTradeRow } from '../../mappers/trade-row.ts';

export const READ_OUTAGES = `SELECT began AS from, ended AS until, why FROM outages
  WHERE (ended IS NULL OR ended >= $1) AND why <> $2 ORDER BY began, id`;
export const UNREPORTED_SHOPS =
  'SELECT began AS from, ended AS until FROM outages WHERE ended >= $1 AND why = $2 ORDER BY began, id';

interface PlaceColumns {
  readonly x: number;
  readonly y: number;
  readonly z: number;
  readonly world: string;
  readonly owner: string | null;
  readonly ownerName: string | null;
}

/** A group joined with its item's key and its place. A group without a place has null in all columns of the place. */
export interface GroupRowWithPlace extends PlaceColumns {
  readonly key: string;
  readonly row: GroupRow;
}

export type ShopTradeRowWithPlace = ShopTradeRow & PlaceColumns;

/**
 * Reads a column of diamonds. Rows from before version 2 of the tables have an integer in the column `whole_…` instead.
 * @param table the table's name with a dot, or empty
 */
export function diamondColumn(column: (typeof DIAMOND_COLUMNS)[number], table = ''): string {
  return `coalesce(${table}${column}, ${table}whole_${column})`;
}

/**
 * $1: types, $2: keys or NULL. The other values are three periods (see `periodValues`): the whole buckets, the part
 * before them, and the part after.
 */
const CHOSEN_ITEMS =
  'SELECT id, key FROM items WHERE type = ANY ($1::text[]) AND ($2::text[] IS NULL OR key = ANY ($2::text[]))';
const IS_IN_PARTIAL_BUCKETS = '((at >= $5 AND at < $6) OR (at >= $7 AND at < $8))';

export const MIXED_UNTIL = `SELECT at FROM checkpoints
  WHERE name = $1 AND EXISTS (SELECT FROM items WHERE type = ANY ($2::text[]) AND former_key IS NOT NULL)`;

/** The key under which an earlier Crier counted a kind. */
export const FORMER_KEY = 'SELECT coalesce(former_key, key) AS key FROM items WHERE key = $1';

export const HISTORY = `
  WITH chosen AS (${CHOSEN_ITEMS}), groups AS (
    SELECT item, at, kind, place, unit_price, trades, items, paid, last_at FROM trade_groups
    WHERE item IN (SELECT id FROM chosen) AND at >= $3 AND at < $4
    UNION ALL
    SELECT item, at / ${BUCKET_MS}, kind, coalesce(place, ${NO_PLACE}) AS known_place,
      ${diamondColumn('paid')} / count AS unit_price, count(*), sum(count::float8), sum(${diamondColumn('paid')}), max(at)
    FROM trades WHERE item IN (SELECT id FROM chosen) AND ${IS_IN_PARTIAL_BUCKETS} GROUP BY item, at / ${BUCKET_MS}, kind, known_place, unit_price)
  SELECT key, json_build_array(kind, place, unit_price, trades, items, paid, last_at) AS row,
    x, y, z, world, owner, owner_name AS "ownerName"
  FROM groups JOIN chosen ON chosen.id = item LEFT JOIN places ON places.id = place
  ORDER BY last_at`;

/** $1: the forms of an owner's uuid. $2, $3: the period. $4 to $7: places where shops of the owner stand. */
export const SHOP_TRADES = `
  WITH own AS (SELECT id, x, y, z, world FROM places WHERE owner = ANY ($1::text[])),
  positions AS (
    SELECT x, y, z, world FROM own
    UNION SELECT * FROM unnest($4::bigint[], $5::bigint[], $6::bigint[], $7::text[]) AS here (x, y, z, world)),
  chosen AS (
    SELECT id FROM own
    UNION SELECT unclear.id FROM positions JOIN places AS unclear USING (x, z, y, world) WHERE unclear.owner IS NULL)
  SELECT trades.at, kind, count, ${diamondColumn('paid')} AS paid, key, type,
    x, y, z, world, owner, owner_name AS "ownerName"
  FROM chosen JOIN trades ON place = chosen.id JOIN items ON items.id = item JOIN places ON places.id = place
  WHERE trades.at >= $2 AND trades.at < $3 ORDER BY trades.at`;

/** $1: the forms of an owner's uuid. $2: the beginning. */
export const LISTINGS = `
  SELECT x, y, z, world, max(at) AS at FROM places JOIN changes ON place = places.id
  WHERE owner = ANY ($1::text[]) AND at >= $2 AND ${IS_LISTING} GROUP BY places.id`;

export const PRICES_PAID = `
  WITH chosen AS (${CHOSEN_ITEMS}), paid AS (
    SELECT unit_price, trades FROM trade_groups
    WHERE item IN (SELECT id FROM chosen) AND at >= $3 AND at < $4 AND kind = ${PURCHASE_KIND}
    UNION ALL
    SELECT ${diamondColumn('paid')} / count, 1 FROM trades
    WHERE item IN (SELECT id FROM chosen) AND ${IS_IN_PARTIAL_BUCKETS} AND kind = ${PURCHASE_KIND})
  SELECT unit_price AS "unitPrice", sum(trades)::bigint AS trades FROM paid GROUP BY unit_price`;

/** Reads each item by the primary key, because no index has the trades of all items by time. */
export const EARLIEST_TRADES = `
  SELECT first.at FROM items CROSS JOIN LATERAL (
    SELECT at FROM trades WHERE item = items.id AND at >= $1 AND at < $2 ORDER BY at LIMIT $3
  ) AS first ORDER BY first.at LIMIT $3`;

/** Reads item by item, because LIMIT keeps PostgreSQL from reading the sums of all time. */
export const TRADED = `SELECT key, type FROM items
  CROSS JOIN LATERAL (SELECT FROM trade_groups WHERE item = items.id AND at >= $1 AND last_at >= $2 LIMIT 1) AS traded ORDER BY id`;

export const TRADE_COUNTS = `SELECT key, sum(trades)::bigint AS trades FROM items JOIN trade_groups ON item = items.id
  WHERE type = ANY ($1::text[]) AND at >= $2 GROUP BY items.id`;

/**
 * Reads the samples of a period, after the last one before it. $1: keys, the current one last; of several samples with
 * the same time, the sample of the later key comes later.
 */
export const PRICE_SAMPLES = `
  WITH sampled AS (SELECT id, array_position($1::text[], key) AS turn FROM items WHERE key = ANY ($1::text[]))
  (SELECT at, ask, bid, stock FROM sampled CROSS JOIN LATERAL
    (SELECT * FROM price_samples WHERE item = sampled.id AND at < $2 ORDER BY at DESC LIMIT 1) AS held
    ORDER BY at DESC, turn DESC LIMIT 1)
  UNION ALL
  (SELECT at, ask, bid, stock FROM sampled JOIN price_samples ON item = sampled.id
    WHERE at >= $2 AND at < $3 ORDER BY at, turn)`;

const SELECTED_CHANGE_COLUMNS = [
  'seq',
  ...CHANGE_COLUMNS.map((column) => (isDiamondColumn(column) ? `${diamondColumn(column)} AS ${column}` : column)),
].join(', ');

/** Excludes changes of shops that an earlier Crier read. $3: the checkpoint's name. */
const IS_COMPARABLE = `(kind NOT BETWEEN ${SNAPSHOT_KINDS.first} AND ${SNAPSHOT_KINDS.last}
  OR at > coalesce((SELECT checkpoints.at FROM checkpoints WHERE name = $3), -1))`;

/**
 * Limits the names of a type. The planner assumes ten elements in an array of unknown length, and then reads the whole
 * table.
 */
export const MOST_TYPE_NAMES = 3;
const TYPE_NAMES = Array.from({ length: MOST_TYPE_NAMES }, (_, n) => `($1::text[])[${n + 1}]`).join(', ');

/** $1: the names of the type, at most `MOST_TYPE_NAMES`. */
export const CHANGES_OF_TYPE = `
  WITH wanted AS MATERIALIZED (SELECT goods AS id FROM goods_types WHERE type IN (${TYPE_NAMES})),
  found AS (
    SELECT seq FROM wanted JOIN changes ON goods = wanted.id WHERE at >= $2
    UNION SELECT seq FROM wanted JOIN changes ON other_goods = wanted.id WHERE at >= $2)
  SELECT ${SELECTED_CHANGE_COLUMNS} FROM found JOIN changes USING (seq) WHERE ${IS_COMPARABLE} ORDER BY at, seq`;

export const LATEST_CHANGES = `SELECT ${SELECTED_CHANGE_COLUMNS} FROM changes
  WHERE at >= $1 AND ${IS_COMPARABLE} ORDER BY at DESC, seq DESC LIMIT $2`;

export const LATEST_EVENTS = `SELECT ${SELECTED_CHANGE_COLUMNS} FROM changes
  WHERE at >= $1 AND kind < ${SNAPSHOT_KINDS.first}
  ORDER BY at DESC, seq DESC LIMIT $2`;

export const PURCHASES = `SELECT ${SELECTED_CHANGE_COLUMNS} FROM changes WHERE at >= $1 AND kind = ${CHANGE_KINDS.indexOf('purchase')} ORDER BY at, seq`;

export const READ_GOODS = 'SELECT id, json FROM goods WHERE id = ANY ($1::bigint[])';
export const READ_PLACES = 'SELECT id, world, x, y, z, owner, owner_name FROM places WHERE id = ANY ($1::bigint[])';
