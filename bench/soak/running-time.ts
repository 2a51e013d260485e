import process from 'node:process';
import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises';
import { ManualClock } from '../../test/time/manual-clock.ts';

/** Between two checks for data on a socket. */
const LONGEST_STEP_MS = 250;
/** Idle turns of the event loop before time passes: one to read from a socket, one to answer. */
const QUIET_TURNS = 3;
/** Real duration of a slow step, in ms. Work in real time, such as a login or a typed command, keeps up with it. */
const SLOW_STEP_MS = 20;

/** Work of other threads, on files and compression; sockets do not count. */
const THREAD_WORK = /^(?:FSReq|Zlib|Zstd|Brotli)/;

/** A clock that runs by itself, as fast as the work to be done allows. */
export class RunningTime extends ManualClock {
  #underWay = 0;
  #slow = 0;

  /** Stops time until the work is done, for work in real time. */
  async during<T>(work: Promise<T>): Promise<T> {
    this.#underWay += 1;
    return work.finally(() => {
      this.#underWay -= 1;
    });
  }

  /** Slows time until the work is done, for work that needs real time and some simulated time. */
  async slowly<T>(work: Promise<T>): Promise<T> {
    this.#slow += 1;
    return work.finally(() => {
      this.#slow -= 1;
    });
  }

  /** Runs until the signal aborts. */
  async flow(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await this.#settled();
      // Wall clocks show whole ms.
      this.advance(Math.ceil(Math.min(this.untilNextMs(), LONGEST_STEP_MS)));
      this.slept.length = 0;
      if (this.#slow > 0) await wait(SLOW_STEP_MS);
    }
  }

  async #settled(): Promise<void> {
    for (let quiet = 0; quiet < QUIET_TURNS; quiet += 1) {
      await nextTurn();
      const isWorking = this.#underWay > 0 || process.getActiveResourcesInfo().some((name) => THREAD_WORK.test(name));
      if (isWorking) quiet = -1;
    }
  }
}
