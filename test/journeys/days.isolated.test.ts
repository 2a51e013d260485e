import { expect, test } from 'vitest';
import { runDays } from '../../bench/soak/days.ts';
import { faultsOfDays } from '../../bench/soak/format-days.ts';

/** Stands on: the whole bot in simulated time, real sockets and files. */
test('hours in which the stream ends twenty times, in every other fault: each event is told once, or the outage is', async () => {
  const result = await runDays({ cuts: 20, seed: 2 });
  expect(faultsOfDays(result)).toEqual([]);
  expect(result.told).toBeGreaterThan(result.unheard / 10);
});
