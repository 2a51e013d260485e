import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Clock } from '../../time/clock.ts';

const BUDGET_MS = 2;

/** Lets the event loop run when work has held it for 2 ms. */
export class Breather {
  readonly #clock: Pick<Clock, 'monotonic'>;
  #since: number;

  constructor(clock: Pick<Clock, 'monotonic'>) {
    this.#clock = clock;
    this.#since = clock.monotonic();
  }

  /** The 2 ms are over. To be asked before `breathe` in tight loops, where waiting for nothing would cost more than the work. */
  isDue(): boolean {
    return this.#clock.monotonic() - this.#since >= BUDGET_MS;
  }

  async breathe(): Promise<void> {
    if (!this.isDue()) return;
    await nextTurn();
    this.#since = this.#clock.monotonic();
  }
}
