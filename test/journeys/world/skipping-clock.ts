import type { Clock } from '../../../src/time/clock.ts';

interface Sleeper {
  readonly dueMs: number;
  readonly wake: () => void;
  timer: NodeJS.Timeout;
}

/** The machine's time, in which a test may skip ahead. A skip wakes due sleepers, the earliest first. */
export class SkippingClock implements Clock {
  readonly #sleepers = new Set<Sleeper>();
  #aheadMs = 0;

  now(): number {
    return Date.now() + this.#aheadMs;
  }

  monotonic(): number {
    return performance.now() + this.#aheadMs;
  }

  idle(): number {
    return performance.eventLoopUtilization().idle + this.#aheadMs;
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
    const sleeper: Sleeper = { dueMs: this.monotonic() + ms, wake, timer: setTimeout(wake, ms) };
    this.#sleepers.add(sleeper);
    signal?.addEventListener('abort', wake, { once: true });
    return promise;
  }

  skip(ms: number): void {
    this.#aheadMs += ms;
    for (const sleeper of [...this.#sleepers].sort((a, b) => a.dueMs - b.dueMs)) {
      clearTimeout(sleeper.timer);
      sleeper.timer = setTimeout(sleeper.wake, Math.max(0, sleeper.dueMs - this.monotonic()));
    }
  }
}
