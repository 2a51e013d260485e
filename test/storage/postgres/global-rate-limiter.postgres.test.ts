import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { Queryable } from '../../../src/storage/postgres/client.ts';
import { PostgresGlobalRateLimiter } from '../../../src/storage/postgres/global-rate-limiter.ts';
import { ManualClock } from '../../time/manual-clock.ts';
import { openDatabase } from './database.ts';

test('a process that stalled during its turns sends one request, not all on top of those of others', async () => {
  const db = await openDatabase();
  const clock = new ManualClock(Date.now() + 60_000);
  const answered = Promise.withResolvers<void>();
  const stood: Queryable = {
    async query(sql, values) {
      const answer = await db.query<never>(sql, values);
      clock.advance(14_000);
      answered.resolve();
      return answer;
    },
  };
  const rateLimiter = new PostgresGlobalRateLimiter(stood, clock);
  let passed = 0;
  const stop = new AbortController();
  const passing = Array.from({ length: 5 }, () => rateLimiter.pass(stop.signal).then(() => (passed += 1)));
  await answered.promise;
  await nextTurn();
  expect(passed).toBe(1);
  stop.abort();
  await Promise.all(passing);
});
