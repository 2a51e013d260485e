import type { Clock } from '../clock.ts';

const windowMs = 10_000;

/** Counts newly opened direct message channels. Discord treats too many within 10 s as spam. */
export class DmOpenings {
  readonly #clock: Clock;
  readonly #limit: number;
  #timesMs: number[] = [];

  constructor(clock: Clock, limit: number) {
    this.#clock = clock;
    this.#limit = limit;
  }

  /** Counts one opening and returns whether it is allowed. */
  take(): boolean {
    const now = this.#clock.now();
    this.#timesMs = this.#timesMs.filter((atMs) => atMs > now - windowMs);
    if (this.#timesMs.length >= this.#limit) return false;
    this.#timesMs.push(now);
    return true;
  }
}
