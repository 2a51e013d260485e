import type { QuietHours } from '../../src/routing/quiet.ts';
import { MINUTE_MS } from '../../src/time/durations.ts';

const clocks = new Map<string, Intl.DateTimeFormat>();

/** Returns the local time in minutes after midnight. */
export function localMinutes(timeZone: string, at: number): number {
  const clock =
    clocks.get(timeZone) ??
    new Intl.DateTimeFormat('en-US', { timeZone, hour: 'numeric', minute: 'numeric', hour12: false });
  clocks.set(timeZone, clock);
  const parts = Object.fromEntries(clock.formatToParts(at).map(({ type, value }) => [type, Number(value)]));
  return ((parts.hour ?? 0) % 24) * 60 + (parts.minute ?? 0);
}

/** Returns the first whole minute that is not quiet, found minute by minute, or null if it is not quiet now. */
export function findQuietEnd(quiet: QuietHours, now: number): number | null {
  if (!isQuiet(quiet, now)) return null;
  let at = Math.floor(now / MINUTE_MS) * MINUTE_MS;
  while (isQuiet(quiet, at)) at += MINUTE_MS;
  return at;
}

/** Minutes of the day form a circle. Quiet are those from `from` up to, but not including, `to`. */
function isQuiet({ from, to, timeZone }: QuietHours, at: number): boolean {
  const circle = 24 * 60;
  return (localMinutes(timeZone, at) - from + circle) % circle < (to - from + circle) % circle;
}
