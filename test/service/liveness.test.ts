import { expect, test } from 'vitest';
import { checkLiveness, isDead } from '../../src/service/stream/connection.ts';
import { nextAttempt, retryMs } from '../../src/service/stream/ending.ts';

/** Stands on: pure functions, without I/O. */

const moment = (at: number, idle = at) => ({ at, idle });

test('faults 15, 16: a silent peer counts as dead at the second check', () => {
  const once = checkLiveness({ silentMs: 0, checkedAt: moment(0) }, false, moment(10_000));
  expect([isDead(once), isDead(checkLiveness(once, false, moment(20_000)))]).toEqual([false, true]);
});

test('fault 24: a check after the event loop was blocked for 30 s gives no verdict', () => {
  const once = checkLiveness({ silentMs: 0, checkedAt: moment(0) }, false, moment(10_000));
  expect(isDead(checkLiveness(once, false, moment(50_000)))).toBe(false);
  expect(isDead(checkLiveness(once, false, moment(50_000, 20_000))), 'blocked by its own work').toBe(false);
});

test('fault 96: silence counts only while the event loop was idle', () => {
  const silentChecks = (idleMs: number) => {
    let liveness = { silentMs: 0, checkedAt: moment(0) };
    for (let checks = 1; ; checks += 1) {
      liveness = checkLiveness(liveness, false, moment(checks * 10_000, checks * idleMs));
      if (isDead(liveness)) return checks;
    }
  };
  expect([9_900, 7_500, 3_000, 500].map(silentChecks)).toEqual([2, 2, 5, 30]);
});

test('faults 13, 19: the reconnect delay grows to a minute and restarts only after a connection of a minute', () => {
  const cut = { kind: 'closed', code: 1000 } as const;
  const waits = [0, 1, 2, 10, 1_000].map((attempt) => retryMs(cut, attempt, 0.999));
  expect(waits).toEqual([1_998, 3_996, 7_992, 59_940, 59_940]);
  expect([nextAttempt(7, 59_000), nextAttempt(7, 60_000)]).toEqual([8, 0]);
});

test('fault 2: the reconnect delay follows Retry-After, up to a limit', () => {
  const refused = (retryAfterMs: number) => ({ kind: 'refused', status: 503, retryAfterMs, location: null }) as const;
  expect([retryMs(refused(20_000), 0, 0), retryMs(refused(9e9), 0, 0)]).toEqual([20_000, 300_000]);
});
