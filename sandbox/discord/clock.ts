import { systemClock } from '../../src/time/clock.ts';
import { Deadline } from '../../src/time/deadline.ts';

interface Timer {
  readonly dueMs: number;
  readonly run: () => void;
  readonly cancel: () => void;
}

/** The clock of the local Discord. It follows real time, and tests advance it to let something expire. */
export class Clock {
  readonly #now: () => number;
  readonly #timers = new Set<Timer>();
  #aheadMs = 0;

  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  /** Returns the Unix time in milliseconds. */
  now(): number {
    return this.#now() + this.#aheadMs;
  }

  /**
   * Runs a function once after a delay, in real time or by `advance`.
   * @returns a function that cancels the timer
   */
  after(waitMs: number, run: () => void): () => void {
    const handle = setTimeout(() => this.#fire(timer), waitMs).unref();
    const timer: Timer = { dueMs: this.now() + waitMs, run, cancel: () => clearTimeout(handle) };
    this.#timers.add(timer);
    return () => this.#cancel(timer);
  }

  /**
   * Works as `after`, but does not count the time in which this process is busy. The bot may run in the same process,
   * so that it could not have answered.
   */
  afterIdle(waitMs: number, run: () => void): () => void {
    const deadline = new Deadline({ ms: waitMs, clock: systemClock });
    deadline.signal.addEventListener('abort', () => this.#fire(timer), { once: true });
    const timer: Timer = { dueMs: this.now() + waitMs, run, cancel: () => deadline.end() };
    this.#timers.add(timer);
    return () => this.#cancel(timer);
  }

  /** Advances the clock and runs all due timers, earliest first. */
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
