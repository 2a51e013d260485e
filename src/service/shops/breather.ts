import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Clock } from '../clock.ts';

const BUDGET_MS = 4;

/** Lets the event loop run when work has held it for 4 ms. */
export class Breather {
  readonly #clock: Pick<Clock, 'monotonic'>;
  #since: number;

  constructor(clock: Pick<Clock, 'monotonic'>) {
    this.#clock = clock;
    this.#since = clock.monotonic();
  }

  async breathe(): Promise<void> {
    if (this.#clock.monotonic() - this.#since < BUDGET_MS) return;
    await nextTurn();
    this.#since = this.#clock.monotonic();
  }
}
