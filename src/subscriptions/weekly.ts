import type { Person, Weekly } from '../routing/person.ts';
import { lastWeekly } from '../routing/weekly.ts';
import { DAY_MS, WEEK_MS } from '../time/durations.ts';

/**
 * The least time between two messages. A user who moves east or west gets their Monday up to 26 hours earlier or later,
 * and never two messages for one week.
 */
const LEAST_BETWEEN_MS = 5 * DAY_MS;
/** Limits the time of one message after a downtime. */
const MOST_WEEKS = 4;

/** Returns the name of the checkpoint that holds the time for which a user got their last weekly message. */
export function weeklyCheckpoint(userId: string): string {
  return `weekly:${userId}`;
}

/** The time that a weekly message covers: `from <= at < until`, epoch ms. */
export interface WeeklySpan {
  readonly from: number;
  readonly until: number;
}

/**
 * Returns the time that a due message covers, or null if none is due. After a downtime one message covers the missed
 * weeks.
 * @param last the `until` of the last message (epoch ms), or null
 */
export function dueSpan({ timeZone, since }: Weekly, last: number | null, now: number): WeeklySpan | null {
  const until = lastWeekly(timeZone, now);
  if (until <= since || (last !== null && until - last < LEAST_BETWEEN_MS)) return null;
  // A message from before the order, which was ended in between, is no beginning of a downtime.
  const isFirst = last === null || last < since;
  const from = isFirst ? lastWeekly(timeZone, until - 1) : Math.max(last, until - MOST_WEEKS * WEEK_MS);
  return { from, until };
}

/** Returns whether a message may be due for a person, whatever they got before. */
export function mayBeDue(person: Person, now: number): boolean {
  return person.weekly !== undefined && dueSpan(person.weekly, null, now) !== null;
}
