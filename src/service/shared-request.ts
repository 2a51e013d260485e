import type { Clock } from '../time/clock.ts';

/** One asking for all who want to know: who comes while it is under way shares it, who comes soon after gets its answer. */
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

  /** Something newer is known: who comes next asks anew. */
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
