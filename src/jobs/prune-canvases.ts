import type { Market } from '../market/market.ts';
import { identitiesOfCanvas } from '../market/paintings/painting-keys.ts';
import type { Canvases, CanvasLimits, CanvasWriter } from '../ports/pictures.ts';
import type { Subscriptions } from '../ports/settings.ts';
import type { Job } from './job.ts';

/** 20,000 canvases and 100 MB, less a margin for a minute's events: 37 events an hour are usual. */
export const CANVAS_LIMITS: CanvasLimits = { count: 19_000, bytes: 95_000_000 };
const MINUTE_MS = 60_000;
/** Dropping goes on to this share of the limits, so that a full store is not gone through each minute. */
const KEPT_SHARE = 0.9;

export interface CanvasPruneParts {
  readonly canvases: Pick<Canvases, 'totals'>;
  readonly writer: Pick<CanvasWriter, 'pruneCanvases'>;
  readonly market: () => Market | null;
  readonly subscriptions: Pick<Subscriptions, 'watchedKeys'>;
  readonly limits?: CanvasLimits;
}

/** Drops canvases above the limits once a minute; those that a shop sells or a watch names go last. */
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
