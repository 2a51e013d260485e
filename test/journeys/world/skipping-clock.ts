import type { Clock } from '../../../src/time/clock.ts';

interface Sleeper {
  readonly dueMs: number;
  readonly wake: () => void;
  timer: NodeJS.Timeout | undefined;
}

/** Readings of the machine, ms. */
const readMachine = () => ({
  now: Date.now(),
  monotonic: performance.now(),
  idle: performance.eventLoopUtilization().idle,
});

/**
 * The machine's time, in which a test may skip ahead. A skip wakes due sleepers, the earliest first. `during` stops
 * time for work that a busy machine may not finish within Crier's limit.
 */
export class SkippingClock implements Clock {
  readonly #sleepers = new Set<Sleeper>();
  #ahead = { now: 0, monotonic: 0, idle: 0 };
  #stoppedAt: ReturnType<typeof readMachine> | null = null;

  now(): number {
    return (this.#stoppedAt?.now ?? Date.now()) + this.#ahead.now;
  }

  monotonic(): number {
    return (this.#stoppedAt?.monotonic ?? performance.now()) + this.#ahead.monotonic;
  }

  idle(): number {
    return (this.#stoppedAt?.idle ?? performance.eventLoopUtilization().idle) + this.#ahead.idle;
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    if (signal?.aborted) return Promise.resolve();
    const { promise, resolve } = Promise.withResolvers<void>();
    const wake = () => {
      clearTimeout(sleeper.timer);
      this.#sleepers.delete(sleeper);
      signal?.removeEventListener('abort', wake);
      resolve();
    };
    const sleeper: Sleeper = { dueMs: this.monotonic() + ms, wake, timer: undefined };
    this.#sleepers.add(sleeper);
    this.#startTimer(sleeper);
    signal?.addEventListener('abort', wake, { once: true });
    return promise;
  }

  skip(ms: number): void {
    this.#add({ now: ms, monotonic: ms, idle: ms });
  }

  /** Runs work while time stands still, except for skips. No other sleep ends meanwhile. */
  async during<T>(work: () => Promise<T>): Promise<T> {
    const stoppedAt = readMachine();
    this.#stoppedAt = stoppedAt;
    for (const { timer } of this.#sleepers) clearTimeout(timer);
    try {
      return await work();
    } finally {
      const { now, monotonic, idle } = readMachine();
      this.#stoppedAt = null;
      this.#add({ now: stoppedAt.now - now, monotonic: stoppedAt.monotonic - monotonic, idle: stoppedAt.idle - idle });
    }
  }

  #add({ now, monotonic, idle }: ReturnType<typeof readMachine>): void {
    this.#ahead.now += now;
    this.#ahead.monotonic += monotonic;
    this.#ahead.idle += idle;
    for (const sleeper of [...this.#sleepers].sort((a, b) => a.dueMs - b.dueMs)) this.#startTimer(sleeper);
  }

  #startTimer(sleeper: Sleeper): void {
    clearTimeout(sleeper.timer);
    const leftMs = Math.max(0, sleeper.dueMs - this.monotonic());
    if (this.#stoppedAt === null || leftMs === 0) sleeper.timer = setTimeout(sleeper.wake, leftMs);
  }
}
