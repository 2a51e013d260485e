import { systemClock } from '../../../src/time/clock.ts';

/** For whom a minute is over at once. */
export const impatient = {
  sleep: systemClock.sleep,
  monotonic: (
    (now) => () =>
      (now += 60_000)
  )(0),
};
