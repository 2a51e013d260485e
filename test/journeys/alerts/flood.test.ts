import { expect, test } from 'vitest';
import { runFlood } from '../../../bench/soak/flood.ts';
import { faultsOf } from '../../../bench/soak/format-flood.ts';
import { testSize } from '../../property-runs.ts';

/** Two of the spans in which Discord counts by default; over a minute in `npm run test:long`, ten in `npm run soak`. */
const SECONDS = testSize({ short: 10, long: 100 });
const EVENTS = 60 * SECONDS;

test('a flood: no 429 of our own making, one refusal at most for each closed person, digests, and a queue that does not grow', async () => {
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
  // Some of them may have nothing to hear.
  expect(result.invalid).toBeGreaterThan(closed / 2);
  expect(result.invalid).toBeLessThanOrEqual(closed);
  expect(result.notices).toBeGreaterThan(result.events);
  // Merged, the events fit into what Discord takes: 40 messages in a second is the bot's own bound.
  expect(result.messages).toBeLessThan(40 * (SECONDS + 5));
});
