/** Discord accepts about 5 messages in 5 s in one channel (undocumented). */
const MOST_PER_WINDOW = 5;
const WINDOW_MS = 5_000;

/** Times at which Discord answered the last sends to a target, oldest first; ms of any monotonic clock. */
type RecentAnswers = readonly number[];

/**
 * Adds a send, which counts from its answer. Discord counted it earlier, so no window of Discord's holds more sends
 * than ours, however slow the network is.
 */
export function addAnswer(answered: RecentAnswers, at: number): RecentAnswers {
  return [...answered, at].slice(-MOST_PER_WINDOW);
}

/** @returns ms until the next send is allowed */
export function waitForTurnMs(answered: RecentAnswers, now: number): number {
  const oldest = answered.length < MOST_PER_WINDOW ? undefined : answered[0];
  return oldest === undefined ? 0 : Math.max(0, oldest + WINDOW_MS - now);
}

/** @returns ms until none of these sends counts any more */
export function waitForForgottenMs(answered: RecentAnswers, now: number): number {
  const newest = answered.at(-1);
  return newest === undefined ? 0 : Math.max(0, newest + WINDOW_MS - now);
}
