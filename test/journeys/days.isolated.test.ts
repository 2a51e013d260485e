import { expect, test } from 'vitest';
import { runDays } from '../../bench/soak/days.ts';
import { faultsOfDays } from '../../bench/soak/format-days.ts';
import { testSize } from '../property-runs.ts';

/** `npm run soak -- --days` has thousands. */
const CUTS = testSize({ short: 8, long: 20 });

/** Stands on: the whole bot in simulated time, real sockets and files. */
test('a stream that ends repeatedly for hours delivers each event once, or reports its outage', async () => {
  const result = await runDays({ cuts: CUTS, seed: 2 });
  expect(faultsOfDays(result)).toEqual([]);
  expect(result.delivered).toBeGreaterThan(result.coveredByOutages / 10);
});
