import { expect, test } from 'vitest';
import { runFlood } from '../../bench/soak/flood.ts';
import { faultsOf } from '../../bench/soak/format-flood.ts';
import { propertyRuns } from '../property-runs.ts';

/** Under a minute by default; twice that in `npm run test:long`, ten minutes in `npm run soak`. */
const TIMES = Math.min(propertyRuns(0.01), 2);
const SECONDS = 50 * TIMES;
const EVENTS = 3_000 * TIMES;

test('a flood: no 429 of our own making, one refusal for each closed person, digests, and a queue that does not grow', async () => {
  const closed = 30;
  const result = await runFlood({
    events: EVENTS,
    seconds: SECONDS,
    channels: 50,
    people: 100,
    closed,
    seed: 7,
  });
  expect(faultsOf(result)).toEqual([]);
  expect(result.invalid).toBe(closed);
  expect(result.notices).toBeGreaterThan(result.events);
  // Merged, the events fit into what Discord takes: 40 messages in a second is the bot's own bound.
  expect(result.messages).toBeLessThan(40 * (SECONDS + 10));
});
