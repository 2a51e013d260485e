import type { Clock } from './clock.ts';

/** Resolves when the work ends, or after `ms` without waiting for it any longer. @throws the work's error */
export async function within(ms: number, work: Promise<unknown>, clock: Pick<Clock, 'sleep'>): Promise<void> {
  const over = new AbortController();
  try {
    await Promise.race([work, clock.sleep(ms, over.signal)]);
  } finally {
    over.abort();
  }
}

/** Waits for the work until the signal aborts. @throws the work's error, or the signal's reason */
export async function orAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const leave = () => reject(signal.reason);
  if (signal.aborted) leave();
  signal.addEventListener('abort', leave, { once: true });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener('abort', leave);
  }
}
