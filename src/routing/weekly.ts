import { DAY_MS, HOUR_MS, MINUTE_MS } from '../time/durations.ts';

/** The local time of the weekly message on Mondays. */
export const WEEKLY_HOUR = 9;
const WEEK_DAYS = 7;
/** Days from a Monday to 1970-01-01, a Thursday. */
const THURSDAY = 3;

const zoneFormats = new Map<string, Intl.DateTimeFormat>();

/** Returns the last Monday, 09:00 in the time zone, at or before `at` (both epoch ms). */
export function lastWeekly(timeZone: string, at: number): number {
  const monday = lastMonday(timeZone, at);
  const inThisWeek = nineOf(timeZone, monday);
  return inThisWeek <= at ? inThisWeek : nineOf(timeZone, monday - WEEK_DAYS);
}

/** Returns the first Monday, 09:00 in the time zone, after `at` (both epoch ms). */
export function nextWeekly(timeZone: string, at: number): number {
  const monday = lastMonday(timeZone, at);
  const inThisWeek = nineOf(timeZone, monday);
  return inThisWeek > at ? inThisWeek : nineOf(timeZone, monday + WEEK_DAYS);
}

/** Returns the last Monday by the local calendar, in days since 1970-01-01. */
function lastMonday(timeZone: string, at: number): number {
  const day = Math.floor((at + offsetMs(timeZone, at)) / DAY_MS);
  return day - ((day + THURSDAY) % WEEK_DAYS);
}

/**
 * Returns 09:00 of a local day. Where the local clock repeats that hour, the first time counts; where it skips it, the
 * time after the jump.
 */
function nineOf(timeZone: string, day: number): number {
  const local = day * DAY_MS + WEEKLY_HOUR * HOUR_MS;
  const [before, after] = [offsetMs(timeZone, local - DAY_MS), offsetMs(timeZone, local + DAY_MS)];
  const instants = [local - before, local - after].sort((a, b) => a - b);
  return instants.find((at) => at + offsetMs(timeZone, at) === local) ?? local - before;
}

/** Returns by how much the local clock is ahead of UTC, in whole minutes. */
function offsetMs(timeZone: string, at: number): number {
  let format = zoneFormats.get(timeZone);
  if (!format) {
    const [hour, minute] = ['2-digit', '2-digit'] as const;
    format = new Intl.DateTimeFormat('en-GB', {
      ...{ timeZone, hour, minute, hourCycle: 'h23' },
      ...{ year: 'numeric', month: 'numeric', day: 'numeric' },
    });
    zoneFormats.set(timeZone, format);
  }
  const minuteMs = Math.floor(at / MINUTE_MS) * MINUTE_MS;
  const parts = new Map(format.formatToParts(minuteMs).map(({ type, value }) => [type, Number(value)]));
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? 0;
  return Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute')) - minuteMs;
}
