import { systemClock } from '../../src/time/clock.ts';
import { Deadline } from '../../src/time/deadline.ts';

interface Timer {
  readonly dueMs: number;
  readonly run: () => void;
  readonly cancel: () => void;
}

/** The time of the local Discord: the real one, which a test may push ahead to see what expires. */
export class Clock {
  readonly #now: () => number;
  readonly #timers = new Set<Timer>();
  #aheadMs = 0;

  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  /** Unix time in milliseconds. */
  now(): number {
    return this.#now() + this.#aheadMs;
  }

  /** Runs once when the time has passed, really or by `advance`. Hands back the way to call it off. */
  after(waitMs: number, run: () => void): () => void {
    const handle = setTimeout(() => this.#fire(timer), waitMs).unref();
    const timer: Timer = { dueMs: this.now() + waitMs, run, cancel: () => clearTimeout(handle) };
    this.#timers.add(timer);
    return () => this.#cancel(timer);
  }

  /**
   * As `after`, for the patience with the bot: time in which this process works does not count, as the bot may run in
   * it.
   */
  afterIdle(waitMs: number, run: () => void): () => void {
    const deadline = new Deadline({ ms: waitMs, clock: systemClock });
    deadline.signal.addEventListener('abort', () => this.#fire(timer), { once: true });
    const timer: Timer = { dueMs: this.now() + waitMs, run, cancel: () => deadline.end() };
    this.#timers.add(timer);
    return () => this.#cancel(timer);
  }

  /** Pushes the clock ahead and runs what has become due, earliest first. */
  advance(ms: number): void {
    this.#aheadMs += ms;
    const due = [...this.#timers].filter((timer) => timer.dueMs <= this.now());
    for (const timer of due.sort((a, b) => a.dueMs - b.dueMs)) this.#fire(timer);
  }

  stop(): void {
    for (const timer of this.#timers) this.#cancel(timer);
  }

  #fire(timer: Timer): void {
    if (this.#cancel(timer)) timer.run();
  }

  #cancel(timer: Timer): boolean {
    timer.cancel();
    return this.#timers.delete(timer);
  }
}
