import { setTimeout as wait } from 'node:timers/promises';

/** Time, handed in, so that rules of minutes are tested in milliseconds. */
export interface Clock {
  /** Wall time, epoch ms: to tell and to store. It may jump. */
  now(): number;
  /** Milliseconds that only ever grow: to measure by. */
  monotonic(): number;
  /** Resolves after `ms`, or at once when the signal aborts; never rejects. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

/** The machine's own time. */
export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  sleep: (ms, signal) =>
    wait(ms, undefined, { signal }).catch(() => {
      // Aborted: the sleeper looks at the signal itself.
    }),
};

/** A signal that aborts with the given one, or after `ms` with a TimeoutError. */
export function withDeadline(signal: AbortSignal, ms: number): AbortSignal {
  return AbortSignal.any([signal, AbortSignal.timeout(ms)]);
}
