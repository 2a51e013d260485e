import type { Language } from '../../../language/language.ts';
import { formatWhole } from '../../../language/number.ts';
import type { Outage, Span } from '../../../ports/journal.ts';
import type { Queue } from '../../../ports/outbox.ts';
import type { HealthReport, ServiceHealth, SnapshotStatus, StreamStatus } from '../../../ports/status.ts';
import { DAY_MS } from '../../../time/durations.ts';
import { formatNoSnapshot, formatOutages, withoutStartMoments } from '../words/freshness.ts';
import { safe, stamp, stampRecent } from '../words/text.ts';

const MEBIBYTE = 1024 * 1024;

/** Formats the data service's state. It is neither up nor down if only one of root and report answered. */
export function formatService({ up, report, askedAt }: ServiceHealth, language: Language): string[] {
  const when = stamp(askedAt);
  if (up.ok) return [language.say(report.ok ? 'health.service-up' : 'health.service-no-report', { when })];
  const why = safe(up.why, 100);
  return [language.say(report.ok ? 'health.service-partly' : 'health.service-down', { when, why })];
}

/**
 * Formats the game server's state. Without a report it shows only the age of the last one, because old figures would
 * look current.
 */
export function formatGameServer({ up, report, askedAt, lastReport }: ServiceHealth, language: Language): string[] {
  const when = stamp(askedAt);
  if (report.ok) return [...formatReportFigures(report.value, language), language.say('health.as-of', { when })];
  const none = up.ok
    ? language.say('health.no-report', { when, why: safe(report.why, 100) })
    : language.say('health.server-unknown');
  return [
    none,
    ...(lastReport === null ? [] : [language.say('health.last-report', { when: stamp(lastReport.askedAt) })]),
  ];
}

/** Formats a line for each known part. A server without players has no ping. */
function formatReportFigures({ tick, memory, ping }: HealthReport, language: Language): string[] {
  const { players } = ping;
  return [
    formatTick(tick, language),
    ...(players === null ? [] : [language.say('health.players', { n: players })]),
    ...(players === 0 ? [] : formatPing(ping, language)),
    ...formatMemory(memory, language),
  ];
}

function formatTick({ gap, healthy }: HealthReport['tick'], language: Language): string {
  if (healthy === null) return language.say('health.tick-unknown');
  if (gap === null) return language.say(healthy ? 'health.tick-no-gap' : 'health.tick-slow-no-gap');
  return language.say(healthy ? 'health.tick' : 'health.tick-slow', { gap: rounded(gap, language) });
}

function formatPing({ medianPing, avgPing, minPing, maxPing }: HealthReport['ping'], language: Language): string[] {
  if (medianPing === null) return [];
  const median = rounded(medianPing, language);
  if (avgPing === null || minPing === null || maxPing === null) return [language.say('health.ping-median', { median })];
  const [average, least, most] = [rounded(avgPing, language), rounded(minPing, language), rounded(maxPing, language)];
  return [language.say('health.ping', { median, average, least, most })];
}

function formatMemory({ free, allocated, max }: HealthReport['memory'], language: Language): string[] {
  if (free === null || allocated === null || free > allocated) return [];
  const used = rounded((allocated - free) / MEBIBYTE, language);
  if (max === null) return [language.say('health.memory-used', { used })];
  if (max === 'none') return [language.say('health.memory-unlimited', { used })];
  return [language.say('health.memory', { used, all: rounded(max / MEBIBYTE, language) })];
}

function rounded(n: number, language: Language): string {
  return formatWhole(Math.round(n), language);
}

const STUCK_MS = 2 * 60_000;

interface QueueAnswer {
  readonly queue: Queue | null;
  readonly trouble: string | null;
  readonly now: number;
  readonly language: Language;
}

/** Returns whether due messages are delayed by Discord or its limits. Otherwise they leave within seconds. */
export function isStuck({ waitingSince }: Queue, now: number): boolean {
  return waitingSince !== null && now - waitingSince > STUCK_MS;
}

/** Formats the notices that wait for Discord, those that wait for their time, and the rejected messages. */
export function formatQueue({ queue, trouble, now, language }: QueueAnswer): string[] {
  if (trouble !== null) return [language.say('health.cannot-write', { why: safe(trouble, 100) })];
  if (!queue) return [language.say('health.cannot-read')];
  const { later, refused, lastDeliveryAt } = queue;
  const last =
    lastDeliveryAt === null
      ? language.say('health.none-sent')
      : language.say('health.last-sent', { when: stamp(lastDeliveryAt) });
  return [
    `${formatWaiting(queue, now, language)} · ${last}`,
    ...(later > 0 ? [language.say('health.held', { n: later })] : []),
    ...(refused > 0 ? [language.say('health.refused', { n: refused })] : []),
  ];
}

function formatWaiting(queue: Queue, now: number, language: Language): string {
  const { depth, waitingSince } = queue;
  if (depth === 0) return language.say('health.none-waiting');
  if (waitingSince === null || !isStuck(queue, now)) return language.say('health.waiting', { n: depth });
  return language.say('health.waiting-since', { n: depth, when: stampRecent(waitingSince, now) });
}

const MOST_HEALTH_OUTAGES = 5;

const STREAM_SENTENCES = {
  live: 'health.live',
  connecting: 'health.connecting',
  down: 'health.stream-down',
  stopped: 'health.stopped',
} as const;

interface StreamAnswer {
  readonly stream: StreamStatus;
  readonly outages: readonly Outage[];
  readonly beganAt: number;
  readonly tradesKnownSince: number | null;
  readonly now: number;
  readonly language: Language;
}

/** Formats the stream's state and outages. */
export function formatStream({ stream, outages, beganAt, tradesKnownSince, now, language }: StreamAnswer): string[] {
  const { state, since, lastEventAt } = stream;
  const event =
    lastEventAt === null
      ? language.say('health.no-event')
      : language.say('health.last-event', { when: stamp(lastEventAt) });
  const lost = withoutStartMoments(outages);
  // During an outage that is not saved yet, "no outage" would be wrong.
  const none = state === 'live' ? [language.say('health.no-outage')] : [];
  const isYoung = now - beganAt < DAY_MS;
  return [
    `${language.say(STREAM_SENTENCES[state], { when: stampRecent(since, now) })} · ${event}`,
    ...(lost.length > 0
      ? [
          language.say('health.outages', {
            times: language.and(formatOutages(lost, MOST_HEALTH_OUTAGES, now, language)),
          }),
        ]
      : isYoung
        ? []
        : none),
    ...(isYoung && tradesKnownSince !== null
      ? [language.say('health.watched-since', { when: stampRecent(tradesKnownSince, now) })]
      : []),
  ];
}

const MOST_UNREPORTED_TIMES = 3;

interface ShopsAnswer {
  readonly snapshot: SnapshotStatus;
  readonly unreportedShops: readonly Span[];
  readonly now: number;
  readonly language: Language;
}

/** Formats the age of the snapshot, the time of the next one, and the changes that were never announced. */
export function formatSnapshot({ snapshot, unreportedShops, now, language }: ShopsAnswer): string[] {
  const { takenAt, unreportedSince, trouble, failedAt, isStockUnitContradicted = false } = snapshot;
  const unreported = formatOutages(unreportedShops, MOST_UNREPORTED_TIMES, now, language);
  const failed = { when: stamp(failedAt ?? now), why: safe(trouble ?? '', 100) };
  return [
    ...(takenAt === null ? [formatNoSnapshot(snapshot, language)] : formatKnown(snapshot, takenAt, now, language)),
    ...(takenAt === null || trouble === null ? [] : [language.say('health.shops-failed', failed)]),
    ...(unreported.length === 0 ? [] : [language.say('health.untold', { times: language.and(unreported) })]),
    ...(unreportedSince === undefined
      ? []
      : [language.say('health.untold-since', { when: stampRecent(unreportedSince, now) })]),
    ...(isStockUnitContradicted ? [language.say('health.stock-unit', { setting: 'STOCK_UNIT' })] : []),
  ];
}

function formatKnown(
  { records, duplicates, quarantined, nextAt, refreshStartedAt }: SnapshotStatus,
  takenAt: number,
  now: number,
  language: Language,
): string[] {
  const shops = language.say('common.shops', { n: records });
  const facts = [language.say('health.shops-known', { shops, when: stamp(takenAt) })];
  if (refreshStartedAt !== null) facts.push(language.say('health.shops-asked', { when: stamp(refreshStartedAt) }));
  // An absolute time, because the answer stays in the chat and would read "next 19 seconds ago".
  else if (nextAt !== null && nextAt > now) facts.push(language.say('health.shops-next', { when: stamp(nextAt, 'T') }));
  const notes = [
    ...(quarantined > 0 ? [language.say('health.shops-broken', { n: quarantined })] : []),
    ...(duplicates > 0 ? [language.say('health.shops-twice', { n: duplicates })] : []),
  ];
  return [facts.join(' · '), ...(notes.length === 0 ? [] : [notes.join(' · ')])];
}
