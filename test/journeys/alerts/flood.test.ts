import { expect, test } from 'vitest';
import { runFlood } from '../../../bench/soak/flood.ts';
import { faultsOf } from '../../../bench/soak/format-flood.ts';
import { testSize } from '../../property-runs.ts';

/**
 * Two of the windows in which Discord counts by default; over a minute in `npm run test:long`, ten in `npm run soak`.
 */
const SECONDS = testSize({ short: 10, long: 100 });
const EVENTS = 60 * SECONDS;

test('a flood causes no 429, at most one refusal per user with closed messages, and no growing backlog', async () => {
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
  // Some of them may have no matches.
  expect(result.invalid).toBeGreaterThan(closed / 2);
  expect(result.invalid).toBeLessThanOrEqual(closed);
  expect(result.notices).toBeGreaterThan(result.events);
  // The merged events fit into Discord's rate: the bot's own limit is 40 messages a second.
  expect(result.messages).toBeLessThan(40 * (SECONDS + 5));
});
