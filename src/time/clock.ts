import { setTimeout as wait } from 'node:timers/promises';

/** Time, handed in, so that rules of minutes are tested in milliseconds. */
export interface Clock {
  /** Wall time, epoch ms: to tell and to store. It may jump. */
  now(): number;
  /** Milliseconds that only ever grow: to measure by. */
  monotonic(): number;
  /** Milliseconds in which the event loop had nothing to do but wait for others; they only grow. */
  idle(): number;
  /** Resolves after `ms`, or at once when the signal aborts; never rejects. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

/** The machine's own time. */
export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  idle: () => performance.eventLoopUtilization().idle,
  sleep: (ms, signal) =>
    wait(ms, undefined, { signal }).catch(() => {
      // Aborted: the sleeper looks at the signal itself.
    }),
};
