import { setImmediate as turn } from 'node:timers/promises';
import type { Clock } from '../../src/time/clock.ts';
import { sleepersOn } from '../../test/delivery/sleepers.ts';

/** Turns of the event loop in which nothing begins: then nothing will until time goes on. */
const QUIET_TURNS = 2;

/** A clock that goes on only when everything has been done that there is to do, from one sleeper's end to the next. */
export function simulatedTime(begin: number) {
  let time = begin;
  let underWay = 0;
  const sleepers = sleepersOn(() => time);
  const clock: Clock = { now: () => time, monotonic: () => time - begin, sleep: sleepers.sleep };

  async function allDone(): Promise<void> {
    for (let quiet = 0; quiet < QUIET_TURNS; quiet += 1) {
      await turn();
      if (underWay > 0) quiet = -1;
    }
  }

  return {
    clock,
    now: clock.now,
    /** Time stands still until this is done: it takes real time. */
    async during<T>(work: Promise<T>): Promise<T> {
      underWay += 1;
      try {
        return await work;
      } finally {
        underWay -= 1;
      }
    },
    /** Lets so much time pass. */
    async pass(ms: number): Promise<void> {
      const end = time + ms;
      for (;;) {
        await allDone();
        const next = sleepers.firstEnd();
        if (next > end) break;
        time = Math.max(time, next);
        sleepers.wakeDue();
      }
      time = end;
    },
  };
}

export type SimulatedTime = ReturnType<typeof simulatedTime>;
