import type { Language } from '../../../language/language.ts';
import type { Outage, Span } from '../../../ports/journal.ts';
import type { Queue } from '../../../ports/outbox.ts';
import type { LandmarkStatus } from '../../../ports/places.ts';
import type { SettingsLack } from '../../../ports/settings.ts';
import type { ServiceHealth, SnapshotStatus, StreamStatus } from '../../../ports/status.ts';
import { COLOURS, card, type Layout, separator, text } from '../layout.ts';
import { OLD_SNAPSHOT_MS } from '../words/freshness.ts';
import { safe, stampRecent } from '../words/text.ts';
import { formatGameServer, formatQueue, formatService, formatSnapshot, formatStream, isStuck } from './health-parts.ts';
import { formatLackOfAll } from './list-notes.ts';

/** Maximum age of a trade that shows that the game server runs. Even a small market trades every five minutes. */
const RECENT_EVENT_MS = 5 * 60_000;
const MOST_TROUBLE_CHARACTERS = 120;

export interface HealthAnswer {
  readonly service: ServiceHealth;
  readonly stream: StreamStatus;
  readonly outages: readonly Outage[];
  /** Times whose changes in shops were never announced. */
  readonly unreportedShops: readonly Span[];
  readonly snapshot: SnapshotStatus;
  /** Null if the journal cannot be read. */
  readonly queue: Queue | null;
  /** Time of the first start (epoch ms), before which no outage is known. */
  readonly beganAt: number;
  /** Start of the known trades (epoch ms), or null if all that `/price` counts are known. */
  readonly tradesKnownSince: number | null;
  readonly now: number;
  /** Why the journal cannot be written, or null if it can. */
  readonly trouble: string | null;
  /** The settings that were lost or cannot be read, or null. */
  readonly lack: SettingsLack | null;
  /** The state of LANDMARKS, or null without it. */
  readonly landmarks: LandmarkStatus | null;
  readonly language: Language;
}

/** Renders `/health`: the verdict, then the game server, its data service, the stream, the shops and the messages. */
export function renderHealth(answer: HealthAnswer): Layout {
  const { service, stream, lack, language } = answer;
  const { report, up } = service;
  const parts = [
    {
      name: language.say('health.server'),
      // While the data service fails, only it is marked, because the game server's state is unknown.
      isWell: report.ok ? report.value.tick.healthy === true : !isReportMissing(service),
      lines: formatGameServer(service, language),
    },
    {
      name: language.say('health.service'),
      isWell: up.ok && (report.ok || isReportMissing(service)),
      lines: formatService(service, language),
    },
    { name: language.say('health.stream'), isWell: stream.state === 'live', lines: formatStream(answer) },
    { name: language.say('health.shops'), isWell: areShopsWell(answer), lines: formatSnapshot(answer) },
    { name: language.say('health.messages'), isWell: areMessagesWell(answer), lines: formatQueue(answer) },
    ...(lack === null
      ? []
      : [{ name: language.say('health.settings'), isWell: false, lines: [formatLackOfAll(lack, language)] }]),
  ];
  const isWell = parts.every((part) => part.isWell);
  const texts = parts.flatMap((part) => [
    separator(),
    text(`**${part.isWell ? '' : '⚠️ '}${part.name}**`, ...part.lines),
  ]);
  return card(
    isWell ? COLOURS.good : COLOURS.bad,
    text(`## ${formatVerdict(answer)}`),
    ...texts,
    ...renderLandmarks(answer),
  );
}

/** Renders that the landmarks are old. The verdict does not depend on them, as the market is whole without them. */
function renderLandmarks({ landmarks, now, language }: HealthAnswer) {
  if (landmarks === null || landmarks.trouble === null) return [];
  const { count: n, readAt, trouble } = landmarks;
  const why = safe(trouble, MOST_TROUBLE_CHARACTERS);
  const line =
    readAt === null
      ? language.say('health.landmarks-missing', { why })
      : language.say('health.landmarks-old', { n, when: stampRecent(readAt, now), why });
  return [separator(), text(`**⚠️ ${language.say('health.landmarks')}**`, line)];
}

/** Formats the worst problem in one sentence. */
function formatVerdict(answer: HealthAnswer): string {
  const { service, stream, snapshot, lack, now, language } = answer;
  const { up, report } = service;
  const isCutOff = stream.state !== 'live';
  const since = stampRecent(stream.since, now);
  if (report.ok && report.value.tick.healthy === false) return language.say('health.slow');
  if (!up.ok && !report.ok && isCutOff) return formatServiceAway(answer);
  if (isReportMissing(service)) return formatServerAway(answer);
  if (!up.ok || !report.ok || report.value.tick.healthy === null) return language.say('health.partly');
  if (isCutOff) return language.say('health.cut-off', { when: since });
  if (snapshot.takenAt === null) return language.say('health.shops-missing');
  if (!areShopsWell(answer)) return language.say('health.shops-old');
  if (!areMessagesWell(answer)) return language.say('health.messages-late');
  return language.say(lack === null ? 'health.well' : 'health.settings-lost');
}

/** Formats since when the service was last heard of, because the start of its outage is unknown. */
function formatServiceAway({ service, stream, snapshot, now, language }: HealthAnswer): string {
  const lastContactAt = Math.max(service.lastReport?.askedAt ?? 0, snapshot.takenAt ?? 0, stream.lastFrameAt ?? 0);
  if (lastContactAt === 0) return language.say('health.service-away');
  return language.say('health.service-away-since', { when: stampRecent(lastContactAt, now) });
}

/**
 * Returns whether the service is up and says that it has no report. A failing or unreadable report says nothing about
 * the game server.
 */
function isReportMissing({ up, report }: ServiceHealth): boolean {
  return up.ok && !report.ok && report.isMissing === true;
}

/**
 * Formats that the service is up without a report. The game server runs if a trade or auction came lately.
 */
function formatServerAway({ service, stream, now, language }: HealthAnswer): string {
  const { state, lastEventAt } = stream;
  if (state === 'live' && lastEventAt !== null && now - lastEventAt < RECENT_EVENT_MS)
    return language.say('health.server-silent');
  if (service.lastReport === null) return language.say('health.server-away');
  return language.say('health.server-away-since', { when: stampRecent(service.lastReport.askedAt, now) });
}

function areShopsWell({ snapshot: { takenAt, trouble, unreportedSince }, now }: HealthAnswer): boolean {
  return takenAt !== null && trouble === null && now - takenAt <= OLD_SNAPSHOT_MS && unreportedSince === undefined;
}

function areMessagesWell({ trouble, queue, now }: HealthAnswer): boolean {
  return trouble === null && queue !== null && !isStuck(queue, now);
}
