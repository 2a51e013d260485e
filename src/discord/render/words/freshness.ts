import type { Language } from '../../../language/language.ts';
import type { Outage } from '../../../ports/journal.ts';
import type { SnapshotStatus, StreamStatus } from '../../../ports/status.ts';
import { HALF_DAY_MS, safe, stamp, stampLately } from './text.ts';

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
  const isDown = snapshot.takenAt !== null && stream.state !== 'live';
  const lines = [
    ...formatAge(snapshot, now, language),
    ...(isDown ? [formatStreamDown(stream, 'trades', now, language)] : []),
  ];
  return lines.map((line) => `-# ${line}`).join('\n');
}

/** How old the shops are, and why a refresh failed; a fact each. */
export function formatAge(snapshot: SnapshotStatus, now: number, language: Language): readonly string[] {
  const { takenAt, trouble } = snapshot;
  if (takenAt === null) return [formatNoShops(snapshot, language)];
  return [
    language.say(now - takenAt > OLD_MS ? 'freshness.old' : 'freshness.shops', { when: stamp(takenAt) }),
    ...(trouble === null ? [] : [formatFailed(snapshot, 80, language)]),
  ];
}

/** `what` was missed since the stream went down. */
export function formatStreamDown(
  { since }: StreamStatus,
  what: 'trades' | 'news',
  now: number,
  language: Language,
): string {
  const when = stampLately(since, now);
  return language.say(what === 'trades' ? 'freshness.no-trades' : 'freshness.no-news', { when });
}

/** What is known before the first snapshot. */
export function formatNoShops(snapshot: SnapshotStatus, language: Language): string {
  const { isReadingSaved, trouble, nextAt, askingSince } = snapshot;
  if (isReadingSaved) return language.say('freshness.reading-saved');
  const why = trouble === null ? null : safe(trouble, 80);
  const sentences = [why === null ? language.say('freshness.no-list') : language.say('freshness.no-list-why', { why })];
  if (askingSince !== null) sentences.push(language.say('freshness.asking', { when: stamp(askingSince) }));
  else if (nextAt !== null) sentences.push(language.say('freshness.asks-again', { time: stamp(nextAt, 'T') }));
  return language.sentences(sentences);
}

/** `The last refresh failed 2 minutes ago: …`; of a snapshot with a `trouble`, in so many characters. */
function formatFailed({ trouble, failedAt }: SnapshotStatus, max: number, language: Language): string {
  const why = safe(trouble ?? '', max);
  if (failedAt === null) return language.say('freshness.failed', { why });
  return language.say('freshness.failed-at', { why, when: stamp(failedAt) });
}

/** Times are told by the minute: a shorter outage by its seconds. A long one ends with its date, too. */
function formatOutage({ from, until }: Pick<Outage, 'from' | 'until'>, now: number, language: Language): string {
  const began = stampLately(from, now);
  if (until === null) return language.say('freshness.since', { from: began });
  const seconds = Math.max(1, Math.round((until - from) / 1000));
  if (seconds < 60) return language.say('freshness.seconds', { from: began, n: seconds });
  return `${began}–${stamp(until, until - from < HALF_DAY_MS ? 't' : 'f')}`;
}

/** All outages, however short, for each can have lost something; but for the moment that a start takes. */
export function withoutStartMoments(outages: readonly Outage[]): readonly Outage[] {
  return outages.filter(({ from, until, why }) => until === null || why !== 'start' || until - from >= START_MS);
}

/** `14:02–14:09` for each, the longest first, and how many shorter ones there are: many blinks hide no long one. */
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
