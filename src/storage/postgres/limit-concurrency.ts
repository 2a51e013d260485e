import { SerialQueue } from '../../time/serial-queue.ts';
import type { Queryable } from './client.ts';

/** The same database for questions that may take seconds: so many at once, so that connections stay free for what must not wait. */
export function limitConcurrency(db: Queryable, most: number): Queryable {
  const lanes = Array.from({ length: most }, () => new SerialQueue());
  return {
    query(sql, values) {
      const lane = lanes.reduce((shortest, one) => (one.length < shortest.length ? one : shortest));
      return lane.run(() => db.query(sql, values));
    },
  };
}
