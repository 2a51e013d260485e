import { expect, test } from 'vitest';
import { runFlood } from '../../bench/soak/flood.ts';
import { faultsOf } from '../../bench/soak/format-flood.ts';
import { propertyRuns } from '../property-runs.ts';

/** A quarter of a minute's flood by default; `npm run test:long` makes it two minutes, `npm run soak` ten. */
const QUARTERS = Math.min(propertyRuns(0.01), 4);
const SECONDS = 30 * QUARTERS;

test('a flood: no 429 of our own making, one refusal for each closed person, digests, and a queue that does not grow', async () => {
  const closed = 30;
  const result = await runFlood({
    events: 2_500 * QUARTERS,
    seconds: SECONDS,
    channels: 200,
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
