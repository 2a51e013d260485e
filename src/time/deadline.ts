import type { Clock } from './clock.ts';
import { yieldToEventLoop } from './cooperate.ts';

/**
 * Lateness from which a wait does not count: the process was suspended, and has not read the data that arrived
 * meanwhile.
 */
const SUSPENDED_MS = 2_000;
/** Limits a deadline to ten times its length, however busy this process is. A flood must not hold it open. */
const MOST_LENGTHS = 10;
/**
 * Shortest sleep as a share of the length. In a busy process, thousands of deadlines that wake each millisecond for
 * their last idle millisecond would keep it busy.
 */
const LEAST_SLEEP_SHARE = 0.05;
/** Tolerance between a timer and the idle time, which differ by fractions of a millisecond. */
const ROUNDING_MS = 1;

/**
 * The reason of an abort that no code reads. The default reason is an error, whose stack costs more than the rest of a
 * deadline.
 */
const END_REASON = 'ended';

export type DeadlineClock = Pick<Clock, 'monotonic' | 'idle' | 'sleep'>;

/** A moment on both clocks, in ms: elapsed time, and idle time of the event loop. */
export interface Moment {
  readonly at: number;
  readonly idle: number;
}

export function momentOf(clock: Pick<Clock, 'monotonic' | 'idle'>): Moment {
  return { at: clock.monotonic(), idle: clock.idle() };
}

/**
 * Returns the ms of a wait that count against a peer: those in which the event loop was idle. A peer is not slow while
 * this process works on something else or is suspended.
 * @param plannedMs the length of the wait
 */
export function countedMs(from: Moment, to: Moment, plannedMs: number): number {
  if (to.at - from.at > plannedMs + SUSPENDED_MS) return 0;
  return Math.min(plannedMs, to.idle - from.idle);
}

/** The limit of a deadline. `reason` returns the abort's reason, by default a TimeoutError. */
export interface DeadlineOptions {
  readonly ms: number;
  readonly clock: DeadlineClock;
  readonly reason?: () => unknown;
}

/**
 * Limits how long a peer may take, counting only time in which this process could have heard it (see `countedMs`).
 * Before it expires, the event loop runs once more, so that an answer that has arrived is read. The caller must call
 * `end`.
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

  /** Ends the wait; the signal never aborts after that. */
  end(): void {
    this.#over.abort(END_REASON);
  }

  async #run(): Promise<void> {
    const { ms, clock, reason = late } = this.#options;
    const over = this.#over.signal;
    const began = clock.monotonic();
    for (let leftMs = ms; leftMs >= ROUNDING_MS && clock.monotonic() - began < ms * MOST_LENGTHS; ) {
      const from = momentOf(clock);
      const sleepMs = Math.max(leftMs, ms * LEAST_SLEEP_SHARE);
      await clock.sleep(sleepMs, over);
      if (over.aborted) return;
      leftMs -= countedMs(from, momentOf(clock), sleepMs);
    }
    await yieldToEventLoop();
    if (!over.aborted) this.#expired.abort(reason());
  }
}

/** Limits of a peer's work. `signal` aborts the work earlier. */
export interface BeforeDeadline extends DeadlineOptions {
  readonly signal?: AbortSignal | undefined;
}

/**
 * Runs work that a peer must answer within `ms` of counted time (see `Deadline`).
 * @param work rejects soon after its signal aborts
 * @throws the work's error; if the peer is late, usually the signal's reason
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

/**
 * Resolves when the work ends, or after `ms` without waiting for it any longer.
 * @throws the work's error
 */
export async function within(ms: number, work: Promise<unknown>, clock: Pick<Clock, 'sleep'>): Promise<void> {
  const over = new AbortController();
  try {
    await Promise.race([work, clock.sleep(ms, over.signal)]);
  } finally {
    over.abort();
  }
}

/**
 * Waits for the work until the signal aborts.
 * @throws the work's error, or the signal's reason
 */
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
