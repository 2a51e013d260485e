import { expect, test } from 'vitest';
import { checkLiveness, isDead } from '../../src/service/stream/liveness.ts';
import { nextAttempt, retryMs } from '../../src/service/stream/retry.ts';

/** Stands on: the rules alone. */

test('faults 15, 16: a silent peer is dead at the second check', () => {
  const once = checkLiveness({ missed: 0, checkedAt: 0 }, false, 10_000);
  expect([isDead(once), isDead(checkLiveness(once, false, 20_000))]).toEqual([false, true]);
});

test('fault 24: a loop that stood still for 30 s gives no verdict', () => {
  const once = checkLiveness({ missed: 0, checkedAt: 0 }, false, 10_000);
  expect(isDead(checkLiveness(once, false, 50_000))).toBe(false);
});

test('faults 13, 19: the wait grows to a minute and begins anew only after a minute of life', () => {
  const cut = { kind: 'closed', code: 1000 } as const;
  const waits = [0, 1, 2, 10, 1_000].map((attempt) => retryMs(cut, attempt, 0.999));
  expect(waits).toEqual([1_998, 3_996, 7_992, 59_940, 59_940]);
  expect([nextAttempt(7, 59_000), nextAttempt(7, 60_000)]).toEqual([8, 0]);
});

test('fault 2: Retry-After is honoured, and capped', () => {
  const refused = (retryAfterMs: number) => ({ kind: 'refused', status: 503, retryAfterMs, location: null }) as const;
  expect([retryMs(refused(20_000), 0, 0), retryMs(refused(9e9), 0, 0)]).toEqual([20_000, 300_000]);
});
