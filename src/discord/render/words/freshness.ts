import type { Language } from '../../../language/language.ts';
import type { Outage } from '../../../ports/journal.ts';
import type { SnapshotStatus, StreamStatus } from '../../../ports/status.ts';
import { count, HALF_DAY_MS, safe, stamp, stampLately } from './text.ts';

/** A snapshot this old is marked: twice the slowest usual refresh, and a missed one in between. */
export const OLD_MS = 10 * 60_000;
/** The stream is down at every start, until it is up: for less than this that is no outage. */
const START_MS = 1_000;

/** How old the answer's data is, and what is missing in it; subtext, one fact a line. */
export function formatFreshness(
  snapshot: SnapshotStatus,
  stream: StreamStatus,
  now: number,
  language: Language,
): string {
  if (snapshot.takenAt === null) return `-# ${formatNoShops(snapshot)}`;
  const old = now - snapshot.takenAt > OLD_MS ? '⚠️ Old data: ' : '';
  const trouble = snapshot.trouble === null ? '' : `; the ${formatFailed(snapshot, 80)}`;
  const lines = [
    `${old}shops as of ${stamp(snapshot.takenAt)} (${count(snapshot.records, 'shop', language.tag)})${trouble}`,
  ];
  if (stream.state !== 'live') lines.push(formatStreamDown(stream, 'trades', now));
  return lines.map((line) => `-# ${line}`).join('\n');
}

/** `what` was missed since the stream went down. */
export function formatStreamDown({ since }: StreamStatus, what: 'trades' | 'auctions and trades', now: number): string {
  return `Stream down since ${stampLately(since, now)}: ${what} since then are unknown`;
}

/** What is known before the first snapshot. */
export function formatNoShops({ isReadingSaved, trouble, nextAt, askingSince }: SnapshotStatus): string {
  if (isReadingSaved) return 'I am still reading the saved list of shops. That takes a few seconds.';
  const why = trouble === null ? '' : ` (${safe(trouble, 80)})`;
  const next = nextAt === null ? '' : ` I ask again at ${stamp(nextAt, 'T')}.`;
  const asking = askingSince === null ? next : ` I asked for it ${stamp(askingSince)}; no answer yet.`;
  return `The list of shops is not in yet${why}.${asking}`;
}

/** `last refresh failed 2 minutes ago: …`; of a snapshot with a `trouble`, in so many characters. */
export function formatFailed({ trouble, failedAt }: SnapshotStatus, max: number): string {
  return `last refresh failed${failedAt === null ? '' : ` ${stamp(failedAt)}`}: ${safe(trouble ?? '', max)}`;
}

/** Times are told by the minute: a shorter outage by its seconds. A long one ends with its date, too. */
function formatOutage({ from, until }: Pick<Outage, 'from' | 'until'>, now: number): string {
  const began = stampLately(from, now);
  if (until === null) return `${began}–now`;
  const seconds = Math.max(1, Math.round((until - from) / 1000));
  return seconds < 60 ? `${began} (${seconds} s)` : `${began}–${stamp(until, until - from < HALF_DAY_MS ? 't' : 'f')}`;
}

/** All outages, however short, for each can have lost something; but for the moment that a start takes. */
export function withoutStartMoments(outages: readonly Outage[]): readonly Outage[] {
  return outages.filter(({ from, until, why }) => until === null || why !== 'start' || until - from >= START_MS);
}

/** `14:02–14:09` for each, the latest first; with the date where it was not lately. */
export function formatOutages(
  outages: readonly Pick<Outage, 'from' | 'until'>[],
  limit: number,
  now: number,
): string[] {
  const latest = outages.slice(-limit).reverse();
  const more = outages.length > limit ? [`… and ${outages.length - limit} before`] : [];
  return [...latest.map((outage) => formatOutage(outage, now)), ...more];
}
