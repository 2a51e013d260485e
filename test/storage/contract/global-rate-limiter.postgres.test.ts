import { PostgresGlobalRateLimiter } from '../../../src/storage/postgres/global-rate-limiter.ts';
import { ManualClock } from '../../time/manual-clock.ts';
import { makeDatabase, openHandle } from '../postgres/database.ts';
import { quietDatabase } from '../postgres/quiet-database.ts';
import { globalRateLimiterContract } from './global-rate-limiter.contract.ts';

globalRateLimiterContract('PostgreSQL, two processes', async () => {
  const url = await makeDatabase();
  // Ahead of the row's timestamp, which is the creation of the database.
  const clock = new ManualClock(Date.now() + 60_000);
  const [db, otherDb] = [quietDatabase(openHandle(url)), quietDatabase(openHandle(url))];
  async function pass(ms: number): Promise<void> {
    for (let passed = 0; passed < ms; passed += 5) {
      clock.advance(5);
      await Promise.all([db.quiet(), otherDb.quiet()]);
    }
  }
  return {
    ...{
      rateLimiter: new PostgresGlobalRateLimiter(db, clock),
      other: new PostgresGlobalRateLimiter(otherDb, clock),
      clock,
      pass,
    },
    async until(work) {
      let isOver = false;
      const ended = work.finally(() => {
        isOver = true;
      });
      while (!isOver) await pass(25);
      return ended;
    },
  };
});
