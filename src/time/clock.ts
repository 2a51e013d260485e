import { setTimeout as wait } from 'node:timers/promises';

/** Time as a dependency, so that tests run rules of minutes in milliseconds. */
export interface Clock {
  /** Returns wall time, epoch ms, to show and to store. It may jump. */
  now(): number;
  /** Returns monotonic ms, to measure with. */
  monotonic(): number;
  /** Returns the monotonic ms in which the event loop was idle. */
  idle(): number;
  /** Resolves after `ms`, or at once when the signal aborts; never rejects. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

/** The machine's clock. */
export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  idle: () => performance.eventLoopUtilization().idle,
  sleep: (ms, signal) =>
    wait(ms, undefined, { signal }).catch(() => {
      // Aborted: the caller checks the signal.
    }),
};
