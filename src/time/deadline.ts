import type { Clock } from './clock.ts';
import { yieldToEventLoop } from './cooperate.ts';

/** A wait that ends this much late does not count: the process stood still, and has not read what came meanwhile. */
const LATE_MS = 2_000;
/** A deadline ends after so many times its length, however busy this process is: a flood must not hold it open. */
const MOST_TIMES = 10;
/**
 * Shortest sleep as a share of the length. In a busy process thousands of deadlines that wake each millisecond for their
 * last idle millisecond would keep it busy.
 */
const LEAST_SLEEP = 0.05;
/** Timers and the idle time differ by fractions of a millisecond. */
const ROUNDING_MS = 1;

/** Nobody reads it. The default reason is an error, whose stack costs more than the rest of a deadline. */
const ENDED = 'ended';

export type DeadlineClock = Pick<Clock, 'monotonic' | 'idle' | 'sleep'>;

/** A moment by both clocks, in ms: elapsed time, and the part of it in which the event loop waited for others. */
export interface Moment {
  readonly at: number;
  readonly idle: number;
}

export function momentOf(clock: Pick<Clock, 'monotonic' | 'idle'>): Moment {
  return { at: clock.monotonic(), idle: clock.idle() };
}

/**
 * The ms of a wait that count against a peer: those in which the event loop had nothing to do but wait for it. A peer is
 * not slow while this process works on something else or stands still.
 * @param plannedMs the length of the wait
 */
export function countedMs(from: Moment, to: Moment, plannedMs: number): number {
  if (to.at - from.at > plannedMs + LATE_MS) return 0;
  return Math.min(plannedMs, to.idle - from.idle);
}

/** The limit of a deadline. `reason` is the abort's reason, by default a TimeoutError. */
export interface DeadlineOptions {
  readonly ms: number;
  readonly clock: DeadlineClock;
  readonly reason?: () => unknown;
}

/**
 * Limits how long a peer may take, by the time in which this process could have heard it (see `countedMs`). Before the
 * verdict the event loop has one more turn, so that an answer that is already here is read. `end` must be called.
 */
export class Deadline {
  readonly #options: DeadlineOptions;
  readonly #expired = new AbortController();
  readonly #over = new AbortController();

  constructor(options: DeadlineOptions) {
    this.#options = options;
    void this.#run();
  }

  /** Aborts when the peer is late. */
  get signal(): AbortSignal {
    return this.#expired.signal;
  }

  /** Ends the wait without a verdict. */
  end(): void {
    this.#over.abort(ENDED);
  }

  async #run(): Promise<void> {
    const { ms, clock, reason = late } = this.#options;
    const over = this.#over.signal;
    const began = clock.monotonic();
    for (let leftMs = ms; leftMs >= ROUNDING_MS && clock.monotonic() - began < ms * MOST_TIMES; ) {
      const from = momentOf(clock);
      const sleepMs = Math.max(leftMs, ms * LEAST_SLEEP);
      await clock.sleep(sleepMs, over);
      if (over.aborted) return;
      leftMs -= countedMs(from, momentOf(clock), sleepMs);
    }
    await yieldToEventLoop();
    if (!over.aborted) this.#expired.abort(reason());
  }
}

/** Limits of a peer's work. `signal` stops the work sooner. */
export interface BeforeDeadline extends DeadlineOptions {
  readonly signal?: AbortSignal | undefined;
}

/**
 * Runs work that a peer must answer within `ms` of time in which this process listens (see `Deadline`).
 * @param work rejects soon after its signal aborts
 * @throws what the work throws: at a late peer usually the signal's reason
 */
export async function beforeDeadline<T>(
  { signal, ...options }: BeforeDeadline,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const deadline = new Deadline(options);
  try {
    return await work(signal === undefined ? deadline.signal : AbortSignal.any([signal, deadline.signal]));
  } finally {
    deadline.end();
  }
}

function late(): DOMException {
  return new DOMException('past its deadline', 'TimeoutError');
}

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
