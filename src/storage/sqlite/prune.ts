import type { DatabaseSync } from 'node:sqlite';
import { bucketOf } from '../../market/prices/trade-group.ts';
import { pruneChanges } from './changes/change-log.ts';
import { pruneGoods } from './changes/goods.ts';
import { prunePlaces } from './history/places.ts';
import { pruneDeliveries } from './outbox/deliveries.ts';
import { pruneOutbox } from './outbox/outbox-history.ts';
import { command } from './sql.ts';

const ROWS_PER_STEP = 500;

/** `isInUse`: whether a feed or watch of this id is there. */
export interface PruneLimits {
  readonly historyFrom: number;
  readonly weekFrom: number;
  readonly isInUse: (sourceId: string) => boolean;
}

/**
 * Forgets trades and price samples before `historyFrom`; changes, notices and messages that ended before `weekFrom`, and when feeds and
 * watches were last delivered that are gone; and then what nothing names any more; a few rows at each step.
 */
export function* prune(db: DatabaseSync, { historyFrom, weekFrom, isInUse }: PruneLimits): Generator<void> {
  // Whole buckets, so that the sums stay those of the trades.
  const tradesFrom = bucketOf(historyFrom);
  yield* pruneItems(db, tradesFrom, historyFrom);
  yield* pruneOutbox(db, weekFrom);
  yield* pruneDeliveries(db, weekFrom, isInUse);
  yield* pruneChanges(db, weekFrom);
  yield* pruneGoods(db);
  yield* prunePlaces(db, weekFrom, tradesFrom);
}

/** A sample still holds until the next one. */
function* pruneItems(db: DatabaseSync, tradesFrom: number, samplesFrom: number): Generator<void> {
  const remove = (table: string, key: string, before: string) =>
    command(
      db,
      `DELETE FROM ${table} WHERE (${key}) IN
         (SELECT ${key} FROM ${table} WHERE item = ?1 AND at < ${before} LIMIT ${ROWS_PER_STEP})`,
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
    for (const { remove, before } of removals) while (remove(item, before) === ROWS_PER_STEP) yield;
    yield;
  }
}
