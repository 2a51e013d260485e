import { setImmediate as turn } from 'node:timers/promises';
import type { Clock } from '../../src/time/clock.ts';
import { sleepersOn } from './sleepers.ts';

export const BEGIN = 1_000_000;

/** A clock that stands still until it is advanced, from one sleeper's end to the next. */
export function manualClock(begin = BEGIN) {
  let time = begin;
  const sleepers = sleepersOn(() => time);
  const clock: Clock = { now: () => time, monotonic: () => time - begin, sleep: sleepers.sleep };
  return {
    clock,
    sleeping: sleepers.count,
    /** Advances by so many ms, or until nobody sleeps, an hour at most; the number of steps it took. */
    async run(limitMs?: number): Promise<number> {
      const end = time + (limitMs ?? 3_600_000);
      for (let steps = 0; ; steps++) {
        await turn();
        const next = sleepers.firstEnd();
        if (next > end) {
          if (limitMs !== undefined) time = end;
          return steps;
        }
        time = Math.max(time, next);
        sleepers.wakeDue();
      }
    },
  };
}
