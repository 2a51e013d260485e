import type { Clock } from '../../src/time/clock.ts';

interface Sleeper {
  readonly until: number;
  readonly wake: () => void;
}

/** Time that passes when the test says so; both hands can be moved apart. */
export class ManualClock implements Clock {
  #wall = 1_700_000_000_000;
  #mono = 0;
  readonly #sleepers = new Set<Sleeper>();
  readonly slept: number[] = [];

  now = (): number => this.#wall;
  monotonic = (): number => this.#mono;

  sleep(ms: number, signal: AbortSignal): Promise<void> {
    this.slept.push(ms);
    const { promise, resolve } = Promise.withResolvers<void>();
    if (signal.aborted || ms <= 0) return Promise.resolve();
    const sleeper = { until: this.#mono + ms, wake: resolve };
    this.#sleepers.add(sleeper);
    signal.addEventListener('abort', () => {
      this.#sleepers.delete(sleeper);
      resolve();
    });
    return promise;
  }

  jumpWall(ms: number): void {
    this.#wall += ms;
  }

  advance(ms: number): void {
    this.#mono += ms;
    this.#wall += ms;
    for (const sleeper of this.#sleepers) {
      if (sleeper.until > this.#mono) continue;
      this.#sleepers.delete(sleeper);
      sleeper.wake();
    }
  }

  /** How many sleep for so long: to wait until a part has come to its rest. */
  sleepers(): number {
    return this.#sleepers.size;
  }
}
