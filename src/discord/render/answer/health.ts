import type { APIEmbed } from 'discord.js';
import type { Language } from '../../../language/language.ts';
import { whole } from '../../../language/number.ts';
import type { Outage, Queue, Span } from '../../../ports/journal.ts';
import type { SettingsLack } from '../../../ports/settings.ts';
import type { HealthReport, ServiceHealth, SnapshotStatus, StreamStatus } from '../../../ports/status.ts';
import { formatFailed, formatNoShops, formatOutages, OLD_MS, withoutStartMoments } from '../words/freshness.ts';
import { count, safe, stamp, stampLately } from '../words/text.ts';
import { formatLackOfAll } from './settings-lack.ts';

export interface HealthAnswer {
  readonly service: ServiceHealth;
  readonly stream: StreamStatus;
  readonly outages: readonly Outage[];
  /** Times of which changes in shops were told to nobody. */
  readonly untoldShops: readonly Span[];
  readonly snapshot: SnapshotStatus;
  /** null: the journal cannot be read. */
  readonly queue: Queue | null;
  /** When Crier first looked: it knows of no outage before. */
  readonly beganAt: number;
  readonly now: number;
  /** Why the journal cannot be written; null: it can. */
  readonly trouble: string | null;
  /** What of the settings was lost or cannot be read; null: nothing. */
  readonly lack: SettingsLack | null;
  readonly language: Language;
}

const MEBIBYTE = 1024 * 1024;
const DAY_MS = 24 * 60 * 60_000;
const STUCK_MS = 2 * 60_000;
const STATES = { live: 'Live', connecting: 'Connecting', down: 'Down', stopped: 'Stopped' };

/** The answer of `/health`: the service, the game server, the stream, the shops and the queue; what is not well is marked. */
export function renderHealth(answer: HealthAnswer): { embeds: APIEmbed[] } {
  const { service, stream, snapshot, queue, trouble, now, language } = answer;
  const { up, report } = service;
  const isFresh = snapshot.takenAt !== null && snapshot.trouble === null && now - snapshot.takenAt <= OLD_MS;
  const isTold = snapshot.untoldSince === undefined;
  const parts = [
    { name: 'Data service', isWell: up.ok, value: formatService(service), inline: true },
    { name: 'Game server', isWell: report.ok && report.value.tick.healthy, value: formatServer(service, language) },
    { name: 'Stream', isWell: stream.state === 'live', value: formatStream(answer) },
    { name: 'Shops', isWell: isFresh && isTold, value: formatShops(answer) },
    {
      name: 'Messages',
      isWell: trouble === null && queue !== null && !isStuck(queue, now),
      value: formatQueue(answer),
    },
    ...(answer.lack === null
      ? []
      : [{ name: 'Settings', isWell: false, value: formatLackOfAll(answer.lack, language) }]),
  ];
  const well = parts.every(({ isWell }) => isWell);
  const fields = parts.map(({ isWell, name, ...field }) => ({ name: isWell ? name : `⚠️ ${name}`, ...field }));
  return { embeds: [{ title: well ? 'All is well' : 'Not all is well', color: well ? 0x3ba55d : 0xd9534f, fields }] };
}

/** Root and report were asked together: where only one of them answers, the service is neither up nor down. */
function formatService({ up, report, askedAt }: ServiceHealth): string {
  const at = stamp(askedAt);
  if (up.ok) return report.ok ? `Up as of ${at}` : `Up as of ${at}, but it gives no report`;
  const why = safe(up.why, 100);
  return report.ok
    ? `Up in part as of ${at}: it reports, but its start page fails: ${why}`
    : `Down as of ${at}: ${why}`;
}

/** Where there is no report now, the last one, with its age. */
function formatServer({ report, askedAt, lastReport }: ServiceHealth, language: Language): string {
  if (report.ok) return `${formatReport(report.value, language)}\nAs of ${stamp(askedAt)}`;
  const none = `No report as of ${stamp(askedAt)}: ${safe(report.why, 100)}`;
  return lastReport === null
    ? none
    : `${none}\nThe last one, ${stamp(lastReport.askedAt)}:\n${formatReport(lastReport.value, language)}`;
}

function formatReport({ tick, memory, ping }: HealthReport, language: Language): string {
  const used = Math.round((memory.allocated - memory.free) / MEBIBYTE);
  const ms = (n: number) => whole(n, language);
  return [
    `Tick: ${tick.healthy ? 'healthy' : '**not healthy**'}, ${whole(tick.gap, language)} ms between the last two`,
    `Memory: ${whole(used, language)} of ${whole(Math.round(memory.max / MEBIBYTE), language)} MiB used`,
    `${count(ping.players, 'player', language.tag)} · ping median ${ms(ping.medianPing)} ms, average ${ms(ping.avgPing)}, ${ms(ping.minPing)} to ${ms(ping.maxPing)}`,
  ].join('\n');
}

function formatStream({ stream, outages, beganAt, now, language }: HealthAnswer): string {
  const { state, since, lastEventAt } = stream;
  const event = lastEventAt === null ? 'no event yet' : `last event ${stamp(lastEventAt)}`;
  const known = now - beganAt < DAY_MS ? ` (Crier has watched since ${stampLately(beganAt, now)})` : '';
  const lost = formatOutages(withoutStartMoments(outages), 5, now, language);
  const gaps = lost.length === 0 ? 'No outage in 24 h' : `Outages in 24 h: ${lost.join(', ')}`;
  return `${STATES[state]} since ${stamp(since, 'f')} · ${event}\n${gaps}${known}`;
}

function formatShops({ snapshot, untoldShops, now, language }: HealthAnswer): string {
  const { untoldSince } = snapshot;
  const shops =
    snapshot.takenAt === null
      ? formatNoShops(snapshot, language)
      : formatKnownShops(snapshot, snapshot.takenAt, now, language);
  const untold = formatOutages(untoldShops, 3, now, language).join(', ');
  const known = untold === '' ? shops : `${shops}\nChanges told to nobody in 24 h: ${untold}`;
  if (untoldSince === undefined) return known;
  const since = stampLately(untoldSince, now);
  return `${known}\n**The last saved list cannot be read**: what changed from ${since} until the next list is in is not told. See Crier’s log`;
}

function formatKnownShops(snapshot: SnapshotStatus, takenAt: number, now: number, language: Language): string {
  const { records, duplicates, setAside, nextAt, askingSince } = snapshot;
  const aside = setAside > 0 ? ` · ${count(setAside, 'broken record', language.tag)} set aside` : '';
  const twice = duplicates > 0 ? ` · ${count(duplicates, 'repeated record', language.tag)} left out` : '';
  const failed = snapshot.trouble === null ? '' : `\n${formatFailed(snapshot, 100, language)}`;
  // Not relative: the answer stays in the chat, and would say "next 19 seconds ago".
  const planned = nextAt === null || nextAt <= now ? '' : ` · next at ${stamp(nextAt, 'T')}`;
  const next = askingSince === null ? planned : ` · asked again ${stamp(askingSince)}, not answered yet`;
  return `${count(records, 'shop', language.tag)} as of ${stamp(takenAt)}${next}${aside}${twice}${failed}`;
}

/** What is due leaves within seconds, unless Discord or its limits hold it up. */
function isStuck({ waitingSince }: Queue, now: number): boolean {
  return waitingSince !== null && now - waitingSince > STUCK_MS;
}

function formatQueue({ queue, trouble, now, language }: HealthAnswer): string {
  if (trouble !== null) return `**The journal cannot be written**, so messages wait: ${safe(trouble, 100)}`;
  if (!queue) return '**The journal cannot be read**: see Crier’s log';
  const { depth, later, waitingSince, refused, lastDeliveryAt } = queue;
  const since =
    waitingSince !== null && isStuck(queue, now) ? `, the first since ${stampLately(waitingSince, now)}` : '';
  const last = lastDeliveryAt === null ? 'none sent yet' : `last sent ${stamp(lastDeliveryAt)}`;
  const kept = later > 0 ? ` · ${whole(later, language)} for later` : '';
  const lost = refused > 0 ? `\nDiscord did not take ${whole(refused, language)} in 24 h: see Crier’s log` : '';
  return `${depth === 0 ? 'None' : whole(depth, language)} waiting${since}${kept} · ${last}${lost}`;
}
