import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Queryable, QueryResult } from '../../../src/storage/postgres/client.ts';

/** Wraps a database so that a test can wait until no query is running, and then advance its clock. */
export function quietDatabase(db: Queryable): Queryable & { quiet(): Promise<void> } {
  let asked = 0;
  return {
    async query<Row extends object>(...args: Parameters<Queryable['query']>): Promise<QueryResult<Row>> {
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
