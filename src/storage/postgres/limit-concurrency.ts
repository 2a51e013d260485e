import { SerialQueue } from '../../time/serial-queue.ts';
import type { Queryable } from './client.ts';

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
