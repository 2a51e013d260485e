import { Condition } from '../../log/condition.ts';
import type { Log } from '../../ports/log.ts';
import { Backoff } from '../../time/backoff.ts';
import type { Clock } from '../../time/clock.ts';
import { retry } from '../../time/retry.ts';
import { isConnectionLost } from './connection-lost.ts';

const LONGEST_MS = 60_000;
const EACH_SECOND = new Backoff({ firstMs: 1_000, capMs: 1_000, jitter: 0 });

interface MinuteOptions {
  readonly clock: Pick<Clock, 'monotonic' | 'sleep'>;
  readonly isRetryable: (error: unknown) => boolean;
  readonly condition: Condition;
}

/**
 * Retries each second, for a minute at most.
 * @throws the task's last error, or one that is not retryable at once
 */
export function retryForAMinute<T>(task: () => Promise<T>, options: MinuteOptions): Promise<T> {
  const { clock, isRetryable, condition } = options;
  const latest = clock.monotonic() + LONGEST_MS;
  return retry(task, {
    ...{ backoff: EACH_SECOND, clock, condition },
    isRetryable: (error) => isRetryable(error) && clock.monotonic() < latest,
  });
}

/**
 * Retries until PostgreSQL is reachable, for a minute at most. One that starts together with Crier is reachable by then.
 * @throws the last ConnectionLost, or any other error at once
 */
export function retryUntilReachable<T>(
  work: () => Promise<T>,
  clock: Pick<Clock, 'monotonic' | 'sleep'>,
  log: Log,
): Promise<T> {
  const begins = 'PostgreSQL unreachable, retrying for a minute';
  const condition = new Condition({ log, begins, ends: 'PostgreSQL reachable' });
  return retryForAMinute(work, { clock, isRetryable: isConnectionLost, condition });
}
