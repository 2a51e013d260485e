import { MINUTE_MS } from '../time/durations.ts';

/** A time of day in which nothing is delivered: `from` (included) to `to` in minutes after midnight, in an IANA time zone; over midnight where `from > to`. */
export interface QuietHours {
  readonly from: number;
  readonly to: number;
  readonly timeZone: string;
}

const QUARTER_MS = 15 * MINUTE_MS;
const DAY_MINUTES = 24 * 60;

const formats = new Map<string, Intl.DateTimeFormat>();

/**
 * When the quiet that `now` (epoch ms) lies in ends, as epoch ms: the first minute outside; null: it is not quiet. The
 * clock on the wall counts: where summer time leaves an hour out or repeats it, the quiet is an hour shorter or longer.
 */
export function quietUntil(quiet: QuietHours, now: number): number | null {
  let end = Math.floor(now / MINUTE_MS) * MINUTE_MS;
  let minute = minuteOfDay(quiet.timeZone, end);
  if (!isWithin(quiet, minute)) return null;
  const straight = end + minutesBetween(minute, quiet.to) * MINUTE_MS;
  if (minuteOfDay(quiet.timeZone, straight) === quiet.to) return straight;
  // The wall's clock jumps on the way, as everywhere at a full quarter of an hour: no stride goes beyond one.
  while (isWithin(quiet, minute)) {
    end = Math.min(end + minutesBetween(minute, quiet.to) * MINUTE_MS, end - (end % QUARTER_MS) + QUARTER_MS);
    minute = minuteOfDay(quiet.timeZone, end);
  }
  return end;
}

/** Whether the name is that of a time zone that this machine knows. */
export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en-GB', { timeZone: name });
    return true;
  } catch {
    return false; // a RangeError is how Intl says no
  }
}

function minutesBetween(from: number, to: number): number {
  return (to - from + DAY_MINUTES) % DAY_MINUTES;
}

function isWithin({ from, to }: QuietHours, minute: number): boolean {
  return from <= to ? minute >= from && minute < to : minute >= from || minute < to;
}

function minuteOfDay(timeZone: string, at: number): number {
  let format = formats.get(timeZone);
  if (!format) {
    format = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
    formats.set(timeZone, format);
  }
  const [hour = 0, minute = 0] = format.format(at).split(':').map(Number);
  return hour * 60 + minute;
}

/** Settings of a user for all their watches. `id`: the user's snowflake. `quiet`: null if there are none. */
export interface Person {
  readonly id: string;
  readonly quiet: QuietHours | null;
}
