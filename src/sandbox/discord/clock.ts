interface Timer {
  readonly dueMs: number;
  readonly run: () => void;
  handle: NodeJS.Timeout;
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
    const timer: Timer = {
      dueMs: this.now() + waitMs,
      run,
      handle: setTimeout(() => this.#fire(timer), waitMs),
    };
    timer.handle.unref();
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
    clearTimeout(timer.handle);
    return this.#timers.delete(timer);
  }
}
