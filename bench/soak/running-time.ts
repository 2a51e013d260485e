import process from 'node:process';
import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises';
import { ManualClock } from '../../test/time/manual-clock.ts';

/** Between two looks at what has come over a socket. */
const LONGEST_STEP_MS = 250;
/** Turns of the event loop in which nothing is under way: one to read from a socket, one to answer. */
const QUIET_TURNS = 3;
/** With a step in so many real ms, what takes real time keeps up: logging in, typing a command. */
const SLOW_STEP_MS = 20;

/** Work of other threads, on files and on what is compressed: no socket. */
const THREAD_WORK = /^(?:FSReq|Zlib|Zstd|Brotli)/;

/** A clock that goes on by itself, as fast as everything that there is to do allows. */
export class RunningTime extends ManualClock {
  #underWay = 0;
  #slow = 0;

  /** Time stands still until this is done: it takes real time. */
  async during<T>(work: Promise<T>): Promise<T> {
    this.#underWay += 1;
    return work.finally(() => {
      this.#underWay -= 1;
    });
  }

  /** Time goes slowly until this is done: it takes real time, and some of this. */
  async slowly<T>(work: Promise<T>): Promise<T> {
    this.#slow += 1;
    return work.finally(() => {
      this.#slow -= 1;
    });
  }

  /** Goes on until the signal aborts. */
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
