import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { TargetLeasesInMemory } from '../../src/delivery/target-leases-in-memory.ts';
import { ManualClock } from '../time/manual-clock.ts';

/** The time that passes between two reads of a real clock. */
const BETWEEN_SEARCHES_MS = 0.001;
const MOST_SLEEPS = 20;

test('an idle lease is deleted when its rate limit is over, and nothing polls it until then', async () => {
  const time = new ManualClock();
  let [searches, sleeps] = [0, 0];
  const clock = {
    now: time.now,
    monotonic: () => {
      searches += 1;
      return time.monotonic() + searches * BETWEEN_SEARCHES_MS;
    },
    idle: time.idle,
    sleep(ms: number, signal?: AbortSignal) {
      sleeps += 1;
      return sleeps > MOST_SLEEPS ? Promise.reject(new Error('nobody rests')) : time.sleep(ms, signal);
    },
  };
  const leases = new TargetLeasesInMemory({ waitingTargets: async () => [] }, clock);
  const stop = new AbortController();
  const work = async () => {
    for (const lease of await leases.claim(9, stop.signal)) {
      const rest = { waitMs: 0, failures: 0, mustReschedule: false };
      await lease.release({ ...rest, dueAt: null, answered: [clock.monotonic()] });
    }
    if (!stop.signal.aborted) await work();
  };
  const working = work();
  await turn();
  leases.wake([1, 2, 3].map((id) => ({ kind: 'channel', id: String(id) })));
  await time.run(1_000);
  expect(leases.size).toBe(3);
  await time.run(20_000);
  expect(leases.size).toBe(0);
  stop.abort();
  await working;
});

test('the target that is due first is claimed first, however late the others are', async () => {
  const clock = new ManualClock();
  const waiting = [30_000, 10_000, 20_000].map((ms) => ({
    target: { kind: 'channel' as const, id: String(ms) },
    dueAt: clock.now() + ms,
    count: 1,
  }));
  const leases = new TargetLeasesInMemory({ waitingTargets: async () => waiting }, clock);
  const stop = new AbortController();
  const claims: string[] = [];
  const work = async () => {
    for (const lease of await leases.claim(9, stop.signal)) {
      claims.push(`${lease.target.id} at ${clock.monotonic()}`);
      await lease.release({ waitMs: 0, failures: 0, mustReschedule: false, dueAt: null, answered: [] });
    }
    if (!stop.signal.aborted) await work();
  };
  const working = work();
  await clock.run(40_000);
  stop.abort();
  await working;
  expect(claims).toEqual(['10000 at 10000', '20000 at 20000', '30000 at 30000']);
});
