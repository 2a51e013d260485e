import { HOUR_MS } from '../time/durations.ts';

/** Events from before Crier's start that prove the stream replays its past. A single event may carry a wrong date. */
export const LEAST_REPLAYED_EVENTS = 10;
/** Longest time without events before a replayed past that still counts as known. A quiet night may last six hours. */
const LONGEST_EVENT_GAP_MS = 6 * HOUR_MS;

/**
 * Returns the time since which all events are known: Crier's first start, or the start of the past that the stream
 * replayed.
 * @param logs times of events, epoch ms, the oldest first in each
 * @param from start of the requested period, epoch ms
 * @param beganAt when Crier first ran, epoch ms
 * @returns epoch ms; at most `from` if the whole period is known
 */
export function eventsKnownSince(logs: readonly (readonly number[])[], from: number, beganAt: number): number {
  if (beganAt <= from) return beganAt;
  const begins = logs.flatMap((times) => {
    const [first, ...others] = times.filter((at) => at < beganAt);
    return first !== undefined && others.length + 1 >= LEAST_REPLAYED_EVENTS ? [first] : [];
  });
  if (begins.length === 0) return beganAt;
  const first = Math.min(...begins);
  return first - from < LONGEST_EVENT_GAP_MS ? from : first;
}
