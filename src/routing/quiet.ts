/** A time of day in which nobody is told: `from` (included) to `to` in minutes after midnight, in an IANA time zone; over midnight where `from > to`. */
export interface QuietHours {
  readonly from: number;
  readonly to: number;
  readonly timeZone: string;
}

const MINUTE_MS = 60_000;
const DAY_MINUTES = 24 * 60;

const formats = new Map<string, Intl.DateTimeFormat>();

/**
 * When the quiet that `now` (epoch ms) lies in ends, as epoch ms; null: it is not quiet. The clock on the wall counts:
 * where summer time leaves an hour out or repeats it, the quiet is an hour shorter or longer.
 */
export function quietUntil(quiet: QuietHours, now: number): number | null {
  if (!isWithin(quiet, minuteOfDay(quiet.timeZone, now))) return null;
  const thisMinute = Math.floor(now / MINUTE_MS) * MINUTE_MS;
  let end = thisMinute;
  // The wall's clock may jump on the way: then the rest is looked at again. It jumps once, so that few rounds suffice.
  for (let round = 0; round < 4; round += 1) {
    const minute = minuteOfDay(quiet.timeZone, end);
    if (!isWithin(quiet, minute)) return firstAfter(quiet, end);
    end += ((quiet.to - minute + DAY_MINUTES) % DAY_MINUTES) * MINUTE_MS;
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

/** A jump of the wall's clock may lead past the end: the first minute outside is looked for backwards. */
function firstAfter(quiet: QuietHours, outside: number): number {
  let end = outside;
  while (!isWithin(quiet, minuteOfDay(quiet.timeZone, end - MINUTE_MS))) end -= MINUTE_MS;
  return end;
}

function isWithin({ from, to }: QuietHours, minute: number): boolean {
  return from < to ? minute >= from && minute < to : minute >= from || minute < to;
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
