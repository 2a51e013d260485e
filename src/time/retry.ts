import type { Clock } from './clock.ts';

export interface RetryOptions {
  /** The wait after the first failure; `next()` returns each later one. */
  readonly backoff: Backoff;
  readonly clock: Pick<Clock, 'sleep'>;
  /** Maximum number of attempts; the last one's error is thrown. No limit by default. */
  readonly mostAttempts?: number | undefined;
  /** Ends the retries: a wait at once, a running attempt when it fails. */
  readonly signal?: AbortSignal | undefined;
  /** Returns the chance of a jittered wait, in [0, 1). By default, each wait is the longest. */
  readonly random?: (() => number) | undefined;
  /** Reports the failures as one state: set at each failure that is retried, cleared by the success. */
  readonly condition?: { set(error: unknown, facts: { readonly retryInMs: number }): void; clear(): void } | undefined;
  /** Returns whether another attempt may succeed. True by default. */
  readonly isRetryable?: ((error: unknown) => boolean) | undefined;
  /** Returns the least wait that the peer demands after this error, in ms. 0 by default. */
  readonly demandedMs?: ((error: unknown) => number) | undefined;
}

/**
 * Runs a task until it succeeds, with a wait between attempts.
 *
 * @param task one attempt; `attempt` counts from 1
 * @returns the result of the first attempt that succeeds
 * @throws the task's error if it is not retryable or of the last attempt; the signal's reason if it aborts
 */
export async function retry<T>(task: (attempt: number) => Promise<T> | T, options: RetryOptions): Promise<T> {
  const { clock, signal, condition, random = () => 1, isRetryable = () => true, demandedMs = () => 0 } = options;
  const { mostAttempts = Number.POSITIVE_INFINITY } = options;
  let backoff = options.backoff;
  for (let attempt = 1; ; attempt += 1) {
    signal?.throwIfAborted();
    try {
      const result = await task(attempt);
      condition?.clear();
      return result;
    } catch (error) {
      signal?.throwIfAborted();
      if (attempt >= mostAttempts || !isRetryable(error)) throw error;
      const retryInMs = backoff.waitMs(random(), demandedMs(error));
      condition?.set(error, { retryInMs });
      await clock.sleep(retryInMs, signal);
      backoff = backoff.next();
    }
  }
}

export interface RepeatOptions extends Pick<RetryOptions, 'clock' | 'condition'> {
  /** From the end of a run to the next. */
  readonly everyMs: number;
  readonly signal: AbortSignal;
}

/** Runs a task periodically until the signal aborts, whether it succeeds or fails. Never rejects. */
export async function repeat(task: (turn: number) => Promise<void>, options: RepeatOptions): Promise<void> {
  const { clock, condition, everyMs, signal } = options;
  for (let turn = 0; !signal.aborted; turn += 1) {
    try {
      await task(turn);
      condition?.clear();
    } catch (error) {
      condition?.set(error, { retryInMs: everyMs });
    }
    await clock.sleep(everyMs, signal);
  }
}

export interface BackoffOptions {
  /** The longest wait after the first failure. It doubles with each later one. */
  readonly firstMs: number;
  /** Limits each wait. */
  readonly capMs: number;
  /**
   * The random share of each wait, in [0, 1], so that many clients that lost their connection together do not reconnect
   * together. 0 is none; 1 is full jitter, between nothing and the longest wait.
   */
  readonly jitter: number;
  /** The shortest wait, so that a random 0 does not spin. 0 by default. */
  readonly leastMs?: number;
}

/** Limits the doublings; more than any cap needs. */
const MOST_DOUBLINGS = 30;

/** The wait before another attempt, an immutable value. `next` returns the wait after one more failure. */
export class Backoff {
  readonly #options: BackoffOptions;
  readonly #doublings: number;
  /** The longest possible wait, and the exact one without jitter. */
  readonly longestMs: number;

  constructor(options: BackoffOptions, doublings = 0) {
    this.#options = options;
    this.#doublings = Math.min(doublings, MOST_DOUBLINGS);
    this.longestMs = Math.min(options.capMs, options.firstMs * 2 ** this.#doublings);
  }

  next(): Backoff {
    return this.after(this.#doublings + 1);
  }

  /** Returns the back-off after `failures` failures beyond the first; 0 is the initial one. */
  after(failures: number): Backoff {
    return new Backoff(this.#options, failures);
  }

  /**
   * Returns the wait in whole ms.
   * @param chance in [0, 1)
   * @param demandedMs the wait that the peer demands, which may exceed the cap; jitter is added to it
   */
  waitMs(chance: number, demandedMs = 0): number {
    const { jitter, leastMs = 0 } = this.#options;
    const sureMs = Math.max(demandedMs, this.longestMs * (1 - jitter));
    return Math.max(leastMs, Math.ceil(sureMs + this.longestMs * jitter * chance));
  }
}
