import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Clock } from '../../src/time/clock.ts';

interface Sleeper {
  /** Monotonic ms. */
  readonly until: number;
  readonly wake: () => void;
}

const LONGEST_RUN_MS = 3_600_000;

/** Time that passes when the test says so; the wall clock can be moved apart from the monotonic one. */
export class ManualClock implements Clock {
  #wall: number;
  #monotonic = 0;
  #worked = 0;
  readonly #sleepers = new Set<Sleeper>();
  /** What every sleeper asked for so far, in ms and in order. */
  readonly slept: number[] = [];

  /** `begin`: what the wall clock shows first, epoch ms. */
  constructor(begin = 1_700_000_000_000) {
    this.#wall = begin;
  }

  now = (): number => this.#wall;
  monotonic = (): number => this.#monotonic;
  /** Nothing else is done meanwhile, but for what `work` says. */
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

  /** How many sleep: to wait until a part has come to its rest. */
  sleepers(): number {
    return this.#sleepers.size;
  }

  /** Milliseconds until the first sleeper wakes; Infinity: nobody sleeps. */
  untilNextMs(): number {
    let first = Number.POSITIVE_INFINITY;
    for (const { until } of this.#sleepers) first = Math.min(first, until);
    return first - this.#monotonic;
  }

  /** Lets time pass in which the event loop is busy. */
  work(ms: number): void {
    this.#worked += ms;
    this.advance(ms);
  }

  jumpWall(ms: number): void {
    this.#wall += ms;
  }

  /** At once: who sleeps again meanwhile does so from the end on. */
  advance(ms: number): void {
    this.#monotonic += ms;
    this.#wall += ms;
    for (const sleeper of [...this.#sleepers]) if (sleeper.until <= this.#monotonic) sleeper.wake();
  }

  /**
   * Advances from one sleeper's end to the next, with a turn of the event loop before each: by so many ms, or until nobody
   * sleeps, an hour at most. Gives the number of steps it took.
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
