import { LRUCache } from 'lru-cache';
import type { Clock } from './clock.ts';

export interface PromiseCacheOptions {
  /** Maximum number of values. The least recently used one is dropped first. */
  readonly most: number;
  /** Maximum age of a value from the beginning of its work, in whole ms. No limit by default. */
  readonly freshMs?: number;
  /** Returns the time for `freshMs`, in ms. */
  readonly now?: () => number;
}

/**
 * Returns options of an LRUCache whose values live for `ms` of an injected clock. LRUCache still returns a value whose
 * age equals its ttl, and treats a time of 0 as missing.
 */
export function lifetime(ms: number, now: () => number) {
  return { ttl: ms - 1, ttlResolution: 0, perf: { now: () => now() + 1 } };
}

/** Shares the outcome of asynchronous work between all callers that ask for the same key. A failure is not cached. */
export class PromiseCache<T> {
  readonly #now: () => number;
  readonly #cache: LRUCache<string, Promise<T>>;
  #askedAt = Number.NEGATIVE_INFINITY;

  constructor({ most, freshMs, now = () => 0 }: PromiseCacheOptions) {
    this.#now = now;
    this.#cache = new LRUCache({ max: most, ...(freshMs !== undefined && lifetime(freshMs, now)) });
  }

  /**
   * Returns the cached outcome, or begins the work.
   * @throws the work's error, to all callers that wait for it
   */
  get(key: string, work: () => Promise<T>): Promise<T> {
    const now = this.#now();
    // A clock that was set back by an hour would keep every value an hour longer.
    if (now < this.#askedAt) this.#cache.clear();
    this.#askedAt = now;
    const known = this.#cache.get(key);
    if (known !== undefined) return known;
    const begun = work();
    this.#cache.set(key, begun);
    begun.catch(() => {
      if (this.#cache.get(key) === begun) this.#cache.delete(key);
    });
    return begun;
  }
}

/** Shares one request among its callers. Callers within `freshMs` after its end get the same answer. */
export class SharedRequest<T> {
  readonly #ask: () => Promise<T>;
  readonly #freshMs: number;
  readonly #clock: Pick<Clock, 'monotonic'>;
  #answer: Promise<T> | null = null;
  #until = 0;

  constructor(ask: () => Promise<T>, freshMs: number, clock: Pick<Clock, 'monotonic'>) {
    this.#ask = ask;
    this.#freshMs = freshMs;
    this.#clock = clock;
  }

  get(): Promise<T> {
    if (this.#answer === null || this.#clock.monotonic() >= this.#until) this.#answer = this.#begin();
    return this.#answer;
  }

  /** Drops the answer, so that the next caller starts a request. */
  forget(): void {
    this.#answer = null;
  }

  async #begin(): Promise<T> {
    this.#until = Number.POSITIVE_INFINITY;
    try {
      return await this.#ask();
    } finally {
      this.#until = this.#clock.monotonic() + this.#freshMs;
    }
  }
}
