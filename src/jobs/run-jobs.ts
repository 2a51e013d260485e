import type { Market } from '../market/market.ts';
import { type OfferSample, offerSamples } from '../market/prices/price-samples.ts';
import type { Journal } from '../ports/journal.ts';
import type { Log } from '../ports/log.ts';
import type { Queries } from '../ports/queries.ts';
import type { Settings } from '../ports/settings.ts';
import type { HealthReport, Result } from '../ports/status.ts';
import type { Cause, ServerState } from '../routing/notice.ts';
import { lookAt, type ServerHealth } from '../routing/server-health.ts';
import type { Subscriptions } from '../routing/subscriptions.ts';
import type { Clock } from '../time/clock.ts';
import { TimeSlice } from '../time/cooperate.ts';

const LOOK_EVERY_MS = 20_000;
const TIDY_EVERY_MS = 60 * 60_000;
/** A watch that has ended stays in its owner's list for so long. */
const ENDED_KEPT_MS = 7 * 24 * 60 * 60_000;

const DAY_MS = 24 * 60 * 60_000;
const SAMPLED = 'prices-marked';

const SERVER_CHECKPOINTS: Record<ServerState, string> = { up: 'server-up', slow: 'server-slow', down: 'server-down' };
const STATES: readonly ServerState[] = ['up', 'slow', 'down'];

export interface JobsParts {
  readonly subscriptions: Pick<Subscriptions, 'hasFeeds' | 'watches'>;
  readonly settings: Pick<Settings, 'removeWatch'>;
  readonly queries: Pick<Queries, 'tidy'>;
  readonly journal: Pick<Journal, 'saveCheckpoint' | 'checkpoint' | 'recordPriceSamples' | 'lastDeliveredAt'>;
  readonly market: () => Market | null;
  readonly report: () => Promise<Result<HealthReport>>;
  readonly onServer: (
    cause: Extract<Cause, { kind: 'server' }>,
    checkpoint: { name: string; at: number },
  ) => Promise<void>;
  readonly clock: Pick<Clock, 'now' | 'sleep'>;
  readonly log: Log;
}

/**
 * What nobody tells Crier and it must look after itself: the game server's health, as long as a feed wants it, a daily sample
 * of every item's offers, and watches that ended long ago. Runs until the signal aborts; never rejects.
 */
export async function runJobs(parts: JobsParts, signal: AbortSignal): Promise<void> {
  const { clock, log } = parts;
  let health: ServerHealth | null = null;
  let isFirst = true;
  let tidiedAt = Number.NEGATIVE_INFINITY;
  while (!signal.aborted) {
    try {
      health = await lookAfter(health, isFirst, parts);
      isFirst = false;
      await samplePrices(parts);
      if (clock.now() - tidiedAt >= TIDY_EVERY_MS) {
        await tidy(parts);
        tidiedAt = clock.now();
      }
    } catch (error) {
      log.error({ err: error }, 'A round could not be finished; the next one tries again');
    }
    await clock.sleep(LOOK_EVERY_MS, signal);
  }
}

/** Looks as long as a feed wants it. What an earlier run told is still believed; what was told to feeds that are gone is not. */
async function lookAfter(
  health: ServerHealth | null,
  isFirst: boolean,
  parts: JobsParts,
): Promise<ServerHealth | null> {
  const { subscriptions, journal, clock } = parts;
  if (!subscriptions.hasFeeds('health')) return null;
  const known = health ?? (isFirst ? await believed(parts) : null);
  if (known === null) await journal.saveCheckpoint(SERVER_CHECKPOINTS.up, clock.now());
  return look(known, parts);
}

/** One look at the game server; a change that is believed is told, and only then believed. */
async function look(believed: ServerHealth | null, { report, onServer, clock }: JobsParts): Promise<ServerHealth> {
  const asked = await report();
  const seen: ServerState = !asked.ok ? 'down' : asked.value.tick.healthy ? 'up' : 'slow';
  const at = clock.now();
  // Whoever asks to be told takes the server to be well: that it is not is news from the first look on.
  const { health, turned } = lookAt(believed ?? { state: 'up', since: at, turning: null }, seen, at);
  if (turned) {
    const cause = { kind: 'server', at: health.since, state: health.state, ...turned } as const;
    await onServer(cause, { name: SERVER_CHECKPOINTS[health.state], at: health.since });
  }
  return health;
}

/** What was last told, before a restart; null: nothing yet. */
async function believed({ journal }: JobsParts): Promise<ServerHealth | null> {
  const told = await Promise.all(
    STATES.map(async (state) => ({ state, since: await journal.checkpoint(SERVER_CHECKPOINTS[state]) })),
  );
  return told.reduce<ServerHealth | null>((latest, { state, since }) => {
    if (since === null || (latest !== null && latest.since >= since)) return latest;
    return { state, since, turning: null };
  }, null);
}

/** The first snapshot of a day (in UTC) is sampled, so that items which rarely trade have a history too. */
async function samplePrices({ market, journal }: JobsParts): Promise<void> {
  const current = market();
  if (current === null) return;
  const sampledAt = await journal.checkpoint(SAMPLED);
  if (sampledAt !== null && Math.floor(sampledAt / DAY_MS) >= Math.floor(current.takenAt / DAY_MS)) return;
  const samples: OfferSample[] = [];
  const slice = new TimeSlice();
  for (const sample of offerSamples(current)) {
    samples.push(sample);
    if (slice.isOver()) await slice.yieldIfOver();
  }
  await journal.recordPriceSamples(current.takenAt, samples);
  await journal.saveCheckpoint(SAMPLED, current.takenAt);
}

/** Watches that ended a week ago go, those that told once and could not be put away, and queries that have expired. */
async function tidy({ subscriptions, journal, settings, queries, clock }: JobsParts): Promise<void> {
  for (const { id, expiresAt, repeat } of subscriptions.watches()) {
    const hasEnded = expiresAt !== null && expiresAt < clock.now() - ENDED_KEPT_MS;
    const isDone = repeat === 'once' && (await journal.lastDeliveredAt(id)) !== null;
    if (hasEnded || isDone) await settings.removeWatch(id);
  }
  await queries.tidy();
}
