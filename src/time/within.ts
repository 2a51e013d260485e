import type { Clock } from './clock.ts';

/** Resolves when the work has ended, or after so many ms: what is late is left behind. Rejects as the work does. */
export async function within(ms: number, work: Promise<unknown>, clock: Pick<Clock, 'sleep'>): Promise<void> {
  const over = new AbortController();
  try {
    await Promise.race([work, clock.sleep(ms, over.signal)]);
  } finally {
    over.abort();
  }
}
