import { setTimeout as timeout } from 'node:timers/promises';

/**
 * Time as delivery sees it. `now`: epoch ms, for due times, may jump. `uptime`: ms that only grow, for pacing. `sleep`
 * resolves after so many ms, or at once when the signal aborts; it never rejects.
 */
export interface Clock {
  now(): number;
  uptime(): number;
  sleep(ms: number, signal: AbortSignal): Promise<void>;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  uptime: () => performance.now(),
  async sleep(ms, signal) {
    try {
      await timeout(ms, undefined, { signal });
    } catch {
      // The only rejection is the abort: being woken early is not a failure.
    }
  },
};
