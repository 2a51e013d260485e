import type { Clock } from './clock.ts';

/** Options of `retry`. */
export interface RetryOptions {
  /** The wait after the first failure; `next()` gives each one after it. */
  readonly backoff: Backoff;
  readonly clock: Pick<Clock, 'sleep'>;
  /** The number of attempts, after which the last one's error is thrown. Default: no limit. */
  readonly mostAttempts?: number | undefined;
  /** Ends the retries: a wait at once, a running attempt when it fails. */
  readonly signal?: AbortSignal | undefined;
  /** The chance of a jittered wait, in [0, 1). Default: the longest wait each time. */
  readonly random?: (() => number) | undefined;
  /** Reports the failures as one state: set at each failure that is retried, with the wait in ms; cleared by the success. */
  readonly condition?: { set(error: unknown, facts: { readonly retryInMs: number }): void; clear(): void } | undefined;
  /** Whether another attempt may succeed. Default: always. */
  readonly isRetryable?: ((error: unknown) => boolean) | undefined;
  /** The least wait that the other side demands after this error, in ms. Default: 0. */
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

/** Options of `repeat`. */
export interface RepeatOptions extends Pick<RetryOptions, 'clock' | 'condition'> {
  /** From the end of a run to the next. */
  readonly everyMs: number;
  readonly signal: AbortSignal;
}

/** Runs a task again and again until the signal aborts, whether it succeeds or fails. Never rejects. */
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
  /** The longest wait after the first failure; it doubles with each one after that. */
  readonly firstMs: number;
  /** No wait is longer. */
  readonly capMs: number;
  /**
   * The share of each wait that is left to chance, in [0, 1], so that many clients cut at one moment do not come back at one
   * moment: 0 is none, 1 is full jitter, anywhere between nothing and the longest wait.
   */
  readonly jitter: number;
  /** No wait is shorter: enough not to spin when chance says 0. Default: 0. */
  readonly leastMs?: number;
}

/** More doublings than any cap needs. */
const MOST_DOUBLINGS = 30;

/** The wait before another attempt, an immutable value. `next` returns the wait after one more failure. */
export class Backoff {
  readonly #options: BackoffOptions;
  readonly #doublings: number;
  /** The longest this wait can be; exactly that where there is no jitter. */
  readonly longestMs: number;

  constructor(options: BackoffOptions, doublings = 0) {
    this.#options = options;
    this.#doublings = Math.min(doublings, MOST_DOUBLINGS);
    this.longestMs = Math.min(options.capMs, options.firstMs * 2 ** this.#doublings);
  }

  next(): Backoff {
    return this.after(this.#doublings + 1);
  }

  /** The back-off after so many failures beyond the first; 0 is where it begins. */
  after(failures: number): Backoff {
    return new Backoff(this.#options, failures);
  }

  /**
   * The wait in whole ms. `chance`: in [0, 1). `demandedMs`: what the other side asked for; the jitter comes on top of it, and
   * it may be longer than the cap.
   */
  waitMs(chance: number, demandedMs = 0): number {
    const { jitter, leastMs = 0 } = this.#options;
    const sureMs = Math.max(demandedMs, this.longestMs * (1 - jitter));
    return Math.max(leastMs, Math.ceil(sureMs + this.longestMs * jitter * chance));
  }
}
