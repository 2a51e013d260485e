import { MINUTE_MS } from '../time/durations.ts';

/**
 * A daily period in which nothing is delivered, from minute `from` (included) to minute `to` after midnight, in an IANA
 * time zone. It spans midnight if `from > to`.
 */
export interface QuietHours {
  readonly from: number;
  readonly to: number;
  readonly timeZone: string;
}

const QUARTER_MS = 15 * MINUTE_MS;
const DAY_MINUTES = 24 * 60;

const formats = new Map<string, Intl.DateTimeFormat>();

/**
 * Returns the end of the quiet hours at `now` (both epoch ms), or null if `now` is outside them. Local clock time
 * counts: where daylight saving skips or repeats an hour, the quiet hours are shorter or longer by it.
 */
export function quietUntil(quiet: QuietHours, now: number): number | null {
  let end = Math.floor(now / MINUTE_MS) * MINUTE_MS;
  let minute = localMinuteOf(quiet.timeZone, end);
  if (!isQuietAt(quiet, minute)) return null;
  const straight = end + minutesBetween(minute, quiet.to) * MINUTE_MS;
  if (localMinuteOf(quiet.timeZone, straight) === quiet.to) return straight;
  // The local clock jumps in between. Jumps happen at full quarters of an hour, so no step goes beyond one.
  while (isQuietAt(quiet, minute)) {
    end = Math.min(end + minutesBetween(minute, quiet.to) * MINUTE_MS, end - (end % QUARTER_MS) + QUARTER_MS);
    minute = localMinuteOf(quiet.timeZone, end);
  }
  return end;
}

/** Returns whether this machine knows a time zone of this name. */
export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en-GB', { timeZone: name });
    return true;
  } catch {
    return false; // Intl throws a RangeError for a name that it does not know.
  }
}

function minutesBetween(from: number, to: number): number {
  return (to - from + DAY_MINUTES) % DAY_MINUTES;
}

function isQuietAt({ from, to }: QuietHours, minute: number): boolean {
  return from <= to ? minute >= from && minute < to : minute >= from || minute < to;
}

function localMinuteOf(timeZone: string, at: number): number {
  let format = formats.get(timeZone);
  if (!format) {
    format = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
    formats.set(timeZone, format);
  }
  const [hour = 0, minute = 0] = format.format(at).split(':').map(Number);
  return hour * 60 + minute;
}
