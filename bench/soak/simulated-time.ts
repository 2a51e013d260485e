import { setImmediate as nextTurn } from 'node:timers/promises';
import { ManualClock } from '../../test/time/manual-clock.ts';

/** Idle turns of the event loop after which nothing more happens until time passes. */
const QUIET_TURNS = 2;

/** A clock that jumps from one sleeper's end to the next once all work is done. */
export class SimulatedTime extends ManualClock {
  #underWay = 0;

  /** Stops time until the work is done, for work in real time. */
  async during<T>(work: Promise<T>): Promise<T> {
    this.#underWay += 1;
    try {
      return await work;
    } finally {
      this.#underWay -= 1;
    }
  }

  /** Advances the simulated time by `ms`. */
  async pass(ms: number): Promise<void> {
    const end = this.monotonic() + ms;
    for (;;) {
      await this.#allDone();
      const nextMs = this.untilNextMs();
      if (this.monotonic() + nextMs > end) break;
      this.advance(nextMs);
    }
    this.advance(end - this.monotonic());
    // Nobody reads it here, and in a long run it would grow.
    this.slept.length = 0;
  }

  async #allDone(): Promise<void> {
    for (let quiet = 0; quiet < QUIET_TURNS; quiet += 1) {
      await nextTurn();
      if (this.#underWay > 0) quiet = -1;
    }
  }
}
