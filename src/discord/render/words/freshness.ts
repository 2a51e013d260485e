import type { Language } from '../../../language/language.ts';
import type { Outage } from '../../../ports/journal.ts';
import type { SnapshotStatus, StreamStatus } from '../../../ports/status.ts';
import { HALF_DAY_MS, safe, stamp, stampRecent } from './text.ts';

/** Age from which a snapshot is marked as old: twice the slowest usual refresh, so that one was missed. */
export const OLD_SNAPSHOT_MS = 10 * 60_000;
/** Shorter outages at a start are not shown, because the stream is down until it connects. */
const START_OUTAGE_MS = 1_000;

/** Formats the age and the gaps of the answer's data as subtext, one fact per line. */
export function formatFreshness(
  snapshot: SnapshotStatus,
  stream: StreamStatus,
  now: number,
  language: Language,
): string {
  const isDown = snapshot.takenAt !== null && stream.state !== 'live';
  const lines = [
    ...formatAge(snapshot, now, language),
    ...(isDown ? [formatStreamDown(stream, 'trades', now, language)] : []),
  ];
  return lines.map((line) => `-# ${line}`).join('\n');
}

/** Formats the age of the shops, and why the last refresh failed. */
export function formatAge(snapshot: SnapshotStatus, now: number, language: Language): readonly string[] {
  const { takenAt, trouble } = snapshot;
  if (takenAt === null) return [formatNoSnapshot(snapshot, language)];
  return [
    language.say(now - takenAt > OLD_SNAPSHOT_MS ? 'freshness.old' : 'freshness.shops', { when: stamp(takenAt) }),
    ...(trouble === null ? [] : [formatFailedRefresh(snapshot, 80, language)]),
  ];
}

/** Formats since when the stream has been down and trades or news are missing. */
export function formatStreamDown(
  { since }: StreamStatus,
  what: 'trades' | 'news',
  now: number,
  language: Language,
): string {
  const when = stampRecent(since, now);
  return language.say(what === 'trades' ? 'freshness.no-trades' : 'freshness.no-news', { when });
}

/** Formats the state before the first snapshot. */
export function formatNoSnapshot(snapshot: SnapshotStatus, language: Language): string {
  const { isReadingSaved, trouble, nextAt, refreshStartedAt } = snapshot;
  if (isReadingSaved) return language.say('freshness.reading-saved');
  const why = trouble === null ? null : safe(trouble, 80);
  const sentences = [why === null ? language.say('freshness.no-list') : language.say('freshness.no-list-why', { why })];
  if (refreshStartedAt !== null) sentences.push(language.say('freshness.asking', { when: stamp(refreshStartedAt) }));
  else if (nextAt !== null) sentences.push(language.say('freshness.asks-again', { time: stamp(nextAt, 'T') }));
  return language.sentences(sentences);
}

/** Formats `The last refresh failed 2 minutes ago: …`. `max` limits the characters of the reason. */
function formatFailedRefresh({ trouble, failedAt }: SnapshotStatus, max: number, language: Language): string {
  const why = safe(trouble ?? '', max);
  if (failedAt === null) return language.say('freshness.failed', { why });
  return language.say('freshness.failed-at', { why, when: stamp(failedAt) });
}

/** Formats an outage by its times, one of less than a minute by its seconds. A long one also shows its last date. */
function formatOutage({ from, until }: Pick<Outage, 'from' | 'until'>, now: number, language: Language): string {
  const began = stampRecent(from, now);
  if (until === null) return language.say('freshness.since', { from: began });
  const seconds = Math.max(1, Math.round((until - from) / 1000));
  if (seconds < 60) return language.say('freshness.seconds', { from: began, n: seconds });
  return `${began}–${stamp(until, until - from < HALF_DAY_MS ? 't' : 'f')}`;
}

/** Removes the short outages at a start. All others stay, because even a short one can lose events. */
export function withoutStartMoments(outages: readonly Outage[]): readonly Outage[] {
  return outages.filter(({ from, until, why }) => until === null || why !== 'start' || until - from >= START_OUTAGE_MS);
}

/** Formats the longest outages as `14:02–14:09`, longest first, and counts the shorter ones. */
export function formatOutages(
  outages: readonly Pick<Outage, 'from' | 'until'>[],
  limit: number,
  now: number,
  language: Language,
): string[] {
  const lengthOf = ({ from, until }: Pick<Outage, 'from' | 'until'>) => (until ?? now) - from;
  const longest = outages.toSorted((a, b) => lengthOf(b) - lengthOf(a)).slice(0, limit);
  const n = outages.length - longest.length;
  const shorter = n > 0 ? [language.say('freshness.shorter', { n })] : [];
  return [...longest.map((outage) => formatOutage(outage, now, language)), ...shorter];
}
