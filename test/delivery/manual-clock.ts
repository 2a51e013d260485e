import { setImmediate as turn } from 'node:timers/promises';
import type { Clock } from '../../src/delivery/clock.ts';

export const BEGIN = 1_000_000;

/** A clock that stands still until it is advanced, from one sleeper's end to the next. */
export function manualClock(begin = BEGIN) {
  let time = begin;
  const sleepers = new Set<{ readonly until: number; readonly wake: () => void }>();
  const clock: Clock = {
    now: () => time,
    uptime: () => time - begin,
    sleep: (ms, signal) =>
      new Promise((resolve) => {
        if (signal.aborted) return resolve();
        const wake = () => {
          sleepers.delete(sleeper);
          resolve();
        };
        const sleeper = { until: time + ms, wake };
        sleepers.add(sleeper);
        signal.addEventListener('abort', wake, { once: true });
      }),
  };
  return {
    clock,
    sleeping: () => sleepers.size,
    /** Advances by so many ms, or until nobody sleeps, an hour at most; the number of steps it took. */
    async run(limitMs?: number): Promise<number> {
      const end = time + (limitMs ?? 3_600_000);
      for (let steps = 0; ; steps++) {
        await turn();
        const next = Math.min(...[...sleepers].map(({ until }) => until));
        if (next > end) {
          if (limitMs !== undefined) time = end;
          return steps;
        }
        time = Math.max(time, next);
        for (const sleeper of [...sleepers]) if (sleeper.until <= time) sleeper.wake();
      }
    },
  };
}
