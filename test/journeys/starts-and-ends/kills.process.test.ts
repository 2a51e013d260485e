import { expect, test } from 'vitest';
import { runKills } from '../../../bench/soak/kills.ts';
import { propertyRuns } from '../../property-runs.ts';

/** Stands on: the real bot in processes that are killed at random moments, over sockets to a simulated world. */

/** Twice as many in `npm run test:long`; `npm run soak` has hundreds. */
const KILLS = Math.min(propertyRuns(0.02), 4);
const SENT = 40 * KILLS;

test('fault 59: repeated kills deliver all recorded events once, and no others', async () => {
  const result = await runKills({ kills: KILLS, events: SENT, seed: 7 });
  expect(result).toMatchObject({
    sent: SENT,
    lost: 0,
    doubled: 0,
    madeUp: 0,
    unrouted: 0,
    dropped: 0,
    undelivered: 0,
    waiting: 0,
    violations: [],
    errors: [],
  });
  // Events during a kill are lost, and their number depends on the machine.
  expect(result.received).toBeGreaterThan(SENT / 4);
});
