import type { Log } from '../../ports/log.ts';
import type { Clock } from '../../time/clock.ts';
import { isConnectionLost } from './connection-lost.ts';

/** A PostgreSQL that starts together with Crier is reachable by then. */
const LONGEST_MS = 60_000;
const AGAIN_MS = 1_000;

/**
 * Retries until PostgreSQL is reachable, for a minute at most.
 * @throws the last ConnectionLost, or any other error at once
 */
export async function retryUntilReachable<T>(
  work: () => Promise<T>,
  clock: Pick<Clock, 'monotonic' | 'sleep'>,
  log: Log,
): Promise<T> {
  const latest = clock.monotonic() + LONGEST_MS;
  for (let isSaid = false; ; isSaid = true) {
    try {
      return await work();
    } catch (err) {
      if (!isConnectionLost(err) || clock.monotonic() >= latest) throw err;
      if (!isSaid) log.warn({ err }, 'PostgreSQL unreachable, retrying for a minute');
      await clock.sleep(AGAIN_MS);
    }
  }
}
