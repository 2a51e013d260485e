import type { Checkpoints, History, SharedJournal } from '../../ports/journal.ts';
import type { Log } from '../../ports/log.ts';
import type { Outbox } from '../../ports/outbox.ts';
import { SerialQueue } from '../../time/serial-queue.ts';
import { UnreadableRows } from '../mappers/record.ts';
import { PostgresCanvases } from './canvases.ts';
import { PostgresCheckpoints } from './checkpoints.ts';
import type { Queryable } from './client.ts';
import type { Postgres } from './connection.ts';
import { PostgresHistory } from './history/history.ts';
import { PostgresOutbox } from './outbox/outbox.ts';

/**
 * Limits the share of the pool's ten connections for slow queries such as those of /price, so that leases never wait
 * for them.
 */
const MOST_SLOW_QUERIES = 4;

/**
 * Opens the journal for any process.
 * @param now returns epoch ms
 */
export function openSharedJournal(db: Postgres, now: () => number, log: Log): SharedJournal {
  const unreadable = new UnreadableRows(log);
  return {
    ...methodsOf<Outbox>(new PostgresOutbox(db, unreadable, now)),
    ...methodsOf<History>(new PostgresHistory(db, limitConcurrency(db, MOST_SLOW_QUERIES), unreadable)),
    ...methodsOf<Checkpoints>(new PostgresCheckpoints(db)),
    canvases: new PostgresCanvases(db, unreadable),
    trouble: () => null,
  };
}

/** Returns an object's methods, so that several objects can be joined into one. */
export function methodsOf<T extends object>(object: T): T {
  const methods = Object.getOwnPropertyDescriptors(Object.getPrototypeOf(object));
  const bound = Object.entries(methods).flatMap(([name, { value }]) =>
    typeof value === 'function' && name !== 'constructor' ? [[name, value.bind(object)]] : [],
  );
  return Object.fromEntries(bound);
}

/** Limits concurrent queries that may take seconds, so that connections stay free for short ones. */
export function limitConcurrency(db: Queryable, most: number): Queryable {
  const lanes = Array.from({ length: most }, () => new SerialQueue());
  return {
    query(sql, values) {
      const lane = lanes.reduce((shortest, one) => (one.length < shortest.length ? one : shortest));
      return lane.run(() => db.query(sql, values));
    },
  };
}
