import type { Market } from '../market/market.ts';
import { identitiesOfCanvas } from '../market/paintings/canvas.ts';
import type { Journal } from '../ports/journal.ts';
import type { Canvases, CanvasLimits, CanvasWriter } from '../ports/pictures.ts';
import type { Queries } from '../ports/queries.ts';
import type { Settings, SettingsTransactions, Subscriptions } from '../ports/settings.ts';
import { removeFinished } from '../subscriptions/watch-ends.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../time/durations.ts';
import type { Job } from './job.ts';

const TIDY_EVERY_MS = HOUR_MS;
const RETRY_AFTER_MS = 20_000;

export interface TidyParts {
  readonly subscriptions: Pick<Subscriptions, 'endingBefore' | 'get'>;
  readonly settings: Pick<Settings, 'removeWatch'>;
  readonly transactions: SettingsTransactions;
  readonly queries: Pick<Queries, 'tidy'>;
  /** Deletes expired records. */
  readonly clearExpired: () => Promise<void>;
  readonly journal: Pick<Journal, 'lastDelivered'>;
  readonly now: () => number;
}

/**
 * Removes watches that ended a week ago, one-time watches that could not be removed after their delivery, and expired
 * queries and records.
 */
export function createTidyJob(parts: TidyParts): Job {
  const { subscriptions, journal, settings, transactions, queries, clearExpired, now } = parts;
  return {
    name: 'tidying',
    firstAfterMs: 0,
    everyMs: TIDY_EVERY_MS,
    retryAfterMs: RETRY_AFTER_MS,
    async run() {
      await removeFinished({ subscriptions, settings, transactions, journal }, now());
      await queries.tidy();
      await clearExpired();
    },
  };
}

const FIRST_AFTER_MS = 60_000;

export interface PruneParts {
  readonly writer: Pick<Journal, 'prune'>;
  /** The age at which history is deleted. */
  readonly historyDays: number;
  readonly now: () => number;
}

/** Deletes old history a minute after the start and then daily. */
export function createPruneJob({ writer, historyDays, now }: PruneParts): Job {
  return {
    name: 'old history',
    firstAfterMs: FIRST_AFTER_MS,
    everyMs: DAY_MS,
    retryAfterMs: DAY_MS,
    run: () => writer.prune(now() - historyDays * DAY_MS),
  };
}

/**
 * Limits the stored canvases: 20,000 and 100 MB, less a margin for the events of a minute. 37 events an hour are usual.
 */
export const CANVAS_LIMITS: CanvasLimits = { count: 19_000, bytes: 95_000_000 };
/** Share of the limits at which pruning stops. Below 1, so that a full store is not scanned every minute. */
const KEPT_SHARE = 0.9;

export interface CanvasPruneParts {
  readonly canvases: Pick<Canvases, 'totals'>;
  readonly writer: Pick<CanvasWriter, 'pruneCanvases'>;
  readonly market: () => Market | null;
  readonly subscriptions: Pick<Subscriptions, 'watchedKeys'>;
  readonly limits?: CanvasLimits;
}

/** Deletes canvases above the limits once a minute. Those that a shop sells or a watch names go last. */
export function createCanvasPruneJob(parts: CanvasPruneParts): Job {
  const { canvases, writer, market, subscriptions, limits = CANVAS_LIMITS } = parts;
  return {
    name: 'old paintings',
    firstAfterMs: MINUTE_MS,
    everyMs: MINUTE_MS,
    retryAfterMs: MINUTE_MS,
    async run() {
      const { count, bytes } = await canvases.totals();
      if (count <= limits.count && bytes <= limits.bytes) return;
      const sold = new Set(market()?.canvases());
      const watched = await subscriptions.watchedKeys();
      const isWatched = (id: string) => identitiesOfCanvas(id).some(({ key }) => watched.has(key));
      const kept = { count: Math.floor(limits.count * KEPT_SHARE), bytes: Math.floor(limits.bytes * KEPT_SHARE) };
      await writer.pruneCanvases((id) => sold.has(id) || isWatched(id), kept);
    },
  };
}
