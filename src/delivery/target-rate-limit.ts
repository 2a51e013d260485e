/** About 5 messages in 5 s is what Discord takes in one channel (not documented). */
const MOST_PER_WINDOW = 5;
const WINDOW_MS = 5_000;

/** When the last sends to a target were answered, oldest first; ms of any clock that only grows. */
export type RecentAnswers = readonly number[];

/**
 * Adds a send. It counts from its answer: however long the way to Discord is, that one saw it before, so that no window
 * of Discord's holds more than we count.
 */
export function addAnswer(answered: RecentAnswers, at: number): RecentAnswers {
  return [...answered, at].slice(-MOST_PER_WINDOW);
}

/** How long until one more may be sent. */
export function waitForTurnMs(answered: RecentAnswers, now: number): number {
  const oldest = answered.length < MOST_PER_WINDOW ? undefined : answered[0];
  return oldest === undefined ? 0 : Math.max(0, oldest + WINDOW_MS - now);
}

/** How long until nothing of this holds a send back any more. */
export function waitForForgottenMs(answered: RecentAnswers, now: number): number {
  const newest = answered.at(-1);
  return newest === undefined ? 0 : Math.max(0, newest + WINDOW_MS - now);
}
