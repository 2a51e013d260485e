import type { Outage } from '../../ports/journal.ts';
import type { SnapshotStatus, StreamStatus } from '../../ports/status.ts';
import { count, safe, stamp } from './text.ts';

/** A snapshot this old is marked: twice the slowest usual refresh, and a missed one in between. */
export const OLD_MS = 10 * 60_000;
/** A stream that was away for less: a hand-over between two connections. */
const BLINK_MS = 1_000;

/** How old the answer's data is, and what is missing in it; subtext, one fact a line. */
export function sayFreshness(snapshot: SnapshotStatus, stream: StreamStatus, now: number, locale: string): string {
  if (snapshot.takenAt === null) return `-# ${sayNoShops(snapshot)}`;
  const old = now - snapshot.takenAt > OLD_MS ? '⚠️ Old data: ' : '';
  const trouble = snapshot.trouble ? `; the last refresh failed: ${safe(snapshot.trouble, 80)}` : '';
  const lines = [`${old}shops as of ${stamp(snapshot.takenAt)} (${count(snapshot.records, 'shop', locale)})${trouble}`];
  if (stream.state !== 'live')
    lines.push(`Stream down since ${stamp(stream.since, 't')}: trades since then are unknown`);
  return lines.map((line) => `-# ${line}`).join('\n');
}

/** What is known before the first snapshot. */
export function sayNoShops({ trouble, nextAt }: SnapshotStatus): string {
  const why = trouble ? safe(trouble, 80) : 'still on its way';
  const next = nextAt === null ? '' : ` I ask again ${stamp(nextAt)}.`;
  return `The list of shops is not in yet (${why}).${next}`;
}

/** Times are told by the minute: a shorter outage by its seconds. */
function sayOutage({ from, until }: Outage): string {
  if (until === null) return `${stamp(from, 't')}–now`;
  const seconds = Math.round((until - from) / 1000);
  return seconds < 60 ? `${stamp(from, 't')} (${seconds} s)` : `${stamp(from, 't')}–${stamp(until, 't')}`;
}

/** Outages that are long enough to have lost something worth telling. */
export function tellable(outages: readonly Outage[]): readonly Outage[] {
  return outages.filter(({ from, until }) => until === null || until - from >= BLINK_MS);
}

/** `14:02–14:09` for each, the latest first. */
export function sayOutages(outages: readonly Outage[], limit: number): string[] {
  const latest = outages.slice(-limit).reverse();
  const more = outages.length > limit ? [`… and ${outages.length - limit} before`] : [];
  return [...latest.map(sayOutage), ...more];
}
