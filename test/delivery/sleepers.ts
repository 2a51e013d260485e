import type { Clock } from '../../src/time/clock.ts';

/** Who sleeps on a clock that is moved by hand; `time`: what it shows. */
export function sleepersOn(time: () => number) {
  const sleepers = new Set<{ readonly until: number; readonly wake: () => void }>();
  const sleep: Clock['sleep'] = (ms, signal) =>
    new Promise((resolve) => {
      if (signal.aborted) return resolve();
      const wake = () => {
        sleepers.delete(sleeper);
        signal.removeEventListener('abort', wake);
        resolve();
      };
      const sleeper = { until: time() + ms, wake };
      sleepers.add(sleeper);
      signal.addEventListener('abort', wake);
    });
  return {
    sleep,
    count: () => sleepers.size,
    /** When the first of them wakes; Infinity: nobody sleeps. */
    firstEnd(): number {
      let first = Number.POSITIVE_INFINITY;
      for (const { until } of sleepers) first = Math.min(first, until);
      return first;
    },
    /** Wakes those whose time has come. */
    wakeDue(): void {
      for (const sleeper of [...sleepers]) if (sleeper.until <= time()) sleeper.wake();
    },
  };
}
