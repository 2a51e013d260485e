/** So many events from before Crier's start show that the stream reported a past. One event may carry an old date. */
const A_PAST = 10;
/** The longest time without any event in which the log still counts as complete: a quiet night. */
const QUIET_MS = 6 * 60 * 60_000;

/**
 * Tells since when events are known: since Crier first ran, or since the begin of the past that the stream reported.
 * @param logs times of events, epoch ms, the oldest first in each
 * @param from the begin of the time in question, epoch ms
 * @param beganAt when Crier first ran, epoch ms
 * @returns epoch ms; at most `from` if all of it is known
 */
export function eventsKnownSince(logs: readonly (readonly number[])[], from: number, beganAt: number): number {
  if (beganAt <= from) return beganAt;
  const begins = logs.flatMap((times) => {
    const [first, ...others] = times.filter((at) => at < beganAt);
    return first !== undefined && others.length + 1 >= A_PAST ? [first] : [];
  });
  const first = Math.min(beganAt, ...begins);
  return first - from < QUIET_MS ? from : first;
}
