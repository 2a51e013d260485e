import { systemClock } from '../../../src/time/clock.ts';

/** A clock that advances a minute with each reading. */
export const minuteClock = {
  sleep: systemClock.sleep,
  monotonic: (
    (now) => () =>
      (now += 60_000)
  )(0),
};
