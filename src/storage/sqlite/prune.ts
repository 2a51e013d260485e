import type { DatabaseSync } from 'node:sqlite';
import { Unreadable } from '../../faults/store-faults.ts';
import { bucketStart } from '../../market/prices/trade-group.ts';
import { DAY_MS } from '../../time/durations.ts';
import { typesStoredIn } from '../mappers/goods-and-places.ts';
import { IS_LISTING } from '../mappers/listing-rows.ts';
import { command, query } from './sql.ts';

const ROWS_PER_PRUNE_STEP = 500;

interface PruneLimits {
  /** Trades and price samples from this time (epoch ms) on are kept. */
  readonly historyFrom: number;
  /** Changes, deliveries, and notices and messages that ended, are kept from this time (epoch ms) on. */
  readonly weekFrom: number;
  /** Listings from this time (epoch ms) on are kept, and their places. */
  readonly listingsFrom: number;
  /** Returns whether a feed or watch has this id. Its last delivery is kept. */
  readonly isInUse: (sourceId: string) => boolean;
}

/** Deletes old rows, then the rows that nothing refers to any more, a few rows at each step. */
export function* pruneFile(
  db: DatabaseSync,
  { historyFrom, weekFrom, listingsFrom, isInUse }: PruneLimits,
): Generator<void> {
  // Deletes whole buckets, so that each group stays the sum of its trades.
  const tradesFrom = bucketStart(historyFrom);
  yield* pruneItems(db, tradesFrom, historyFrom);
  yield* pruneOutbox(db, weekFrom);
  yield* pruneDeliveries(db, weekFrom, isInUse);
  yield* pruneChanges(db, weekFrom, listingsFrom);
  yield* pruneGoods(db);
  yield* prunePlaces(db, listingsFrom, tradesFrom);
}

/** Keeps the last sample before `samplesFrom`, because it holds until the next sample. */
function* pruneItems(db: DatabaseSync, tradesFrom: number, samplesFrom: number): Generator<void> {
  const remove = (table: string, key: string, before: string) =>
    command(
      db,
      `DELETE FROM ${table} WHERE (${key}) IN
         (SELECT ${key} FROM ${table} WHERE item = ?1 AND at < ${before} LIMIT ${ROWS_PER_PRUNE_STEP})`,
    );
  const removals = [
    { remove: remove('trades', 'item, at, seq', '?2'), before: tradesFrom },
    { remove: remove('trade_groups', 'item, at, kind, place, unit_price', '?2'), before: tradesFrom },
    {
      remove: remove('price_samples', 'item, at', '(SELECT max(at) FROM price_samples WHERE item = ?1 AND at <= ?2)'),
      before: samplesFrom,
    },
  ];
  const last = Number(db.prepare('SELECT max(id) AS id FROM items').get()?.id ?? 0);
  for (let item = 1; item <= last; item++) {
    for (const { remove, before } of removals) while (remove(item, before) === ROWS_PER_PRUNE_STEP) yield;
    yield;
  }
}

/** Deletes notices and messages that ended before `before`. Waiting ones are kept. */
function* pruneOutbox(db: DatabaseSync, before: number): Generator<void> {
  // A sealed notice is kept as long as its message, so that each can explain the other.
  const deleteNotices = command(
    db,
    `DELETE FROM notices WHERE id IN (
       SELECT notices.id FROM notices LEFT JOIN messages ON messages.id = message
       WHERE ended_at < ? AND (message IS NULL OR settled_at < ?) LIMIT ${ROWS_PER_PRUNE_STEP})`,
  );
  const deleteMessages = command(
    db,
    `DELETE FROM messages WHERE id IN (
       SELECT id FROM messages WHERE settled_at < ?
       AND NOT EXISTS (SELECT 1 FROM notices WHERE message = messages.id) LIMIT ${ROWS_PER_PRUNE_STEP})`,
  );
  const deleteUnusedCauses = command(
    db,
    `DELETE FROM causes WHERE id > ? AND id <= ?
       AND NOT EXISTS (SELECT 1 FROM notices WHERE cause = causes.id)`,
  );
  while (deleteNotices(before, before) === ROWS_PER_PRUNE_STEP) yield;
  while (deleteMessages(before) === ROWS_PER_PRUNE_STEP) yield;
  for (const [after, to] of idWindows(db, 'causes')) {
    deleteUnusedCauses(after, to);
    yield;
  }
}

/** Deletes deliveries before `before` of feeds and watches that no longer exist. */
function* pruneDeliveries(db: DatabaseSync, before: number, isInUse: (sourceId: string) => boolean): Generator<void> {
  const next = query<{ source_id: string; at: number }>(
    db,
    `SELECT source_id, at FROM deliveries WHERE source_id > ? ORDER BY source_id LIMIT ${ROWS_PER_PRUNE_STEP}`,
  );
  const remove = command(db, 'DELETE FROM deliveries WHERE source_id = ?');
  for (let rows = next.all(''); rows.length > 0; rows = next.all(rows.at(-1)?.source_id ?? '')) {
    for (const { source_id, at } of rows) if (at < before && !isInUse(source_id)) remove(source_id);
    yield;
  }
}

function* pruneChanges(db: DatabaseSync, before: number, listingsBefore: number): Generator<void> {
  const remove = command(
    db,
    `DELETE FROM changes WHERE (at, seq) IN (
       SELECT at, seq FROM changes WHERE at < ?1 AND (at < ?2 OR NOT ${IS_LISTING}) LIMIT ${ROWS_PER_PRUNE_STEP})`,
  );
  while (remove(before, listingsBefore) === ROWS_PER_PRUNE_STEP) yield;
}

/** Deletes goods that no change refers to. */
function* pruneGoods(db: DatabaseSync): Generator<void> {
  const unused = query<{ id: number; json: string }>(
    db,
    `SELECT id, json FROM goods WHERE id > ? AND id <= ?
       AND NOT EXISTS (SELECT 1 FROM changes WHERE changes.goods = goods.id)
       AND NOT EXISTS (SELECT 1 FROM changes WHERE other_goods = goods.id)`,
  );
  const remove = command(db, 'DELETE FROM goods WHERE id = ?');
  const removeType = command(db, 'DELETE FROM goods_types WHERE type = ? AND goods = ?');
  // This statement scans the whole table.
  const removeTypes = command(db, 'DELETE FROM goods_types WHERE goods = ?');
  for (const [after, to] of idWindows(db, 'goods')) {
    for (const { id, json } of unused.all(after, to)) {
      const types = typesIn(json);
      if (types === null) removeTypes(id);
      else for (const type of types) removeType(type, id);
      remove(id);
    }
    yield;
  }
}

/** @returns the types under which goods were stored, or null if the goods are unreadable */
function typesIn(json: string): Set<string> | null {
  try {
    return typesStoredIn(json);
  } catch (error) {
    if (error instanceof Unreadable) return null;
    throw error;
  }
}

/** Deletes places that no change from `changesFrom` on and no trade from `tradesFrom` on refers to. */
function* prunePlaces(db: DatabaseSync, changesFrom: number, tradesFrom: number): Generator<void> {
  const remove = command(
    db,
    `DELETE FROM places WHERE id > ? AND id <= ?
       AND changed_at + ${DAY_MS} < ? AND (traded_at IS NULL OR traded_at + ${DAY_MS} < ?)`,
  );
  for (const [after, to] of idWindows(db, 'places')) {
    remove(after, to, changesFrom, tradesFrom);
    yield;
  }
}

/** Divides the ids of a table into windows of a few rows: `after < id <= to`. */
function* idWindows(
  db: DatabaseSync,
  table: 'causes' | 'goods' | 'places',
): Generator<readonly [after: number, to: number], void> {
  // One statement for both ends would scan the whole table.
  const end = (name: 'min' | 'max') => Number(db.prepare(`SELECT ${name}(id) AS id FROM ${table}`).get()?.id);
  const [first, last] = [end('min'), end('max')];
  for (let after = first - 1; after < last; after += ROWS_PER_PRUNE_STEP) yield [after, after + ROWS_PER_PRUNE_STEP];
}
