/** About 5 messages in 5 s is what Discord takes in one channel (not documented). */
const MOST = 5;
const WINDOW_MS = 5_000;

/** When the last sends to a target were answered, oldest first; ms of any clock that only grows. */
export type Answered = readonly number[];

/**
 * Adds a send. It counts from its answer: however long the way to Discord is, that one saw it before, so that no window
 * of Discord's holds more than we count.
 */
export function noteAnswer(answered: Answered, at: number): Answered {
  return [...answered, at].slice(-MOST);
}

/** How long until one more may be sent. */
export function untilTurnMs(answered: Answered, now: number): number {
  const oldest = answered.length < MOST ? undefined : answered[0];
  return oldest === undefined ? 0 : Math.max(0, oldest + WINDOW_MS - now);
}

/** How long until nothing of this holds a send back any more. */
export function untilForgottenMs(answered: Answered, now: number): number {
  const newest = answered.at(-1);
  return newest === undefined ? 0 : Math.max(0, newest + WINDOW_MS - now);
}
