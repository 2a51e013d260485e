import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Clock } from '../../src/time/clock.ts';

interface Sleeper {
  /** Monotonic ms. */
  readonly until: number;
  readonly wake: () => void;
}

const LONGEST_RUN_MS = 3_600_000;

/** A clock that only the test advances. The wall clock can be moved apart from the monotonic one. */
export class ManualClock implements Clock {
  #wall: number;
  #monotonic = 0;
  #worked = 0;
  readonly #sleepers = new Set<Sleeper>();
  /** All requested sleeps so far, in ms and in order. */
  readonly slept: number[] = [];

  /** @param begin the first time of the wall clock in epoch ms */
  constructor(begin = 1_700_000_000_000) {
    this.#wall = begin;
  }

  now = (): number => this.#wall;
  monotonic = (): number => this.#monotonic;
  /** All time is idle, except that passed to `work`. */
  idle = (): number => this.#monotonic - this.#worked;

  sleep = (ms: number, signal?: AbortSignal): Promise<void> => {
    this.slept.push(ms);
    if (signal?.aborted || ms <= 0) return Promise.resolve();
    const { promise, resolve } = Promise.withResolvers<void>();
    const wake = () => {
      this.#sleepers.delete(sleeper);
      signal?.removeEventListener('abort', wake);
      resolve();
    };
    const sleeper = { until: this.#monotonic + ms, wake };
    this.#sleepers.add(sleeper);
    signal?.addEventListener('abort', wake);
    return promise;
  };

  /** Returns the number of sleepers, to wait until a component is idle. */
  sleepers(): number {
    return this.#sleepers.size;
  }

  /** @returns milliseconds until the first sleeper wakes, or Infinity if there is none */
  untilNextMs(): number {
    let first = Number.POSITIVE_INFINITY;
    for (const { until } of this.#sleepers) first = Math.min(first, until);
    return first - this.#monotonic;
  }

  /** Advances the clock while the event loop counts as busy. */
  work(ms: number): void {
    this.#worked += ms;
    this.advance(ms);
  }

  jumpWall(ms: number): void {
    this.#wall += ms;
  }

  /** Advances in one step. A sleeper that sleeps again starts from the end of the step. */
  advance(ms: number): void {
    this.#monotonic += ms;
    this.#wall += ms;
    for (const sleeper of [...this.#sleepers]) if (sleeper.until <= this.#monotonic) sleeper.wake();
  }

  /**
   * Advances from one sleeper to the next with a turn of the event loop before each, by the limit or until no one
   * sleeps, for an hour at most.
   *
   * @returns the number of steps
   */
  async run(limitMs?: number): Promise<number> {
    const end = this.#monotonic + (limitMs ?? LONGEST_RUN_MS);
    for (let steps = 0; ; steps++) {
      await nextTurn();
      const nextMs = this.untilNextMs();
      if (this.#monotonic + nextMs > end) {
        if (limitMs !== undefined) this.advance(end - this.#monotonic);
        return steps;
      }
      this.advance(nextMs);
    }
  }
}
