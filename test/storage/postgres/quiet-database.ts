import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Queryable, Result } from '../../../src/storage/postgres/client.ts';

/** A database that says when nothing is asked of it any more, so that a clock may be moved by hand. */
export function quietDatabase(db: Queryable): Queryable & { quiet(): Promise<void> } {
  let asked = 0;
  return {
    async query<Row extends object>(...args: Parameters<Queryable['query']>): Promise<Result<Row>> {
      asked += 1;
      try {
        return await db.query<Row>(...args);
      } finally {
        asked -= 1;
      }
    },
    async quiet() {
      do await nextTurn();
      while (asked > 0);
      await nextTurn();
    },
  };
}
