import { PAINTING_TYPE } from '../market/item/identity.ts';
import { identitiesOfCanvas } from '../market/paintings/canvas.ts';
import type { History } from '../ports/journal.ts';
import { TimeSlice } from '../time/cooperate.ts';
import { DAY_MS } from '../time/durations.ts';
import { PromiseCache } from '../time/promise-cache.ts';

const COUNTED_PERIOD_MS = 90 * DAY_MS;
/** Maximum age of the counts, which order the suggestions after each typed letter. */
const COUNTS_FRESH_MS = 10 * 60_000;

/** Returns how often a canvas was traded and auctioned in 90 days, in any generation. */
export type TradesOfCanvas = (id: string) => number;

/**
 * Counts the trades of paintings in the journal's history, at most once in ten minutes.
 * @param sold canvases in the market, counted in advance
 */
export function createCanvasTrades(
  journal: Pick<History, 'tradeCounts'>,
  sold: () => Iterable<string>,
  now: () => number,
): () => Promise<TradesOfCanvas> {
  const cache = new PromiseCache<TradesOfCanvas>({ most: 1, freshMs: COUNTS_FRESH_MS, now });

  async function count(): Promise<TradesOfCanvas> {
    const byKey = await journal.tradeCounts(PAINTING_TYPE, now() - COUNTED_PERIOD_MS);
    const sum: TradesOfCanvas = (id) =>
      identitiesOfCanvas(id).reduce((trades, { key }) => trades + (byKey.get(key) ?? 0), 0);
    const slice = new TimeSlice();
    const atHand = new Map<string, number>();
    for (const id of sold()) {
      atHand.set(id, sum(id));
      await slice.yieldIfOver();
    }
    return (id) => atHand.get(id) ?? sum(id);
  }

  return () => cache.get('', count);
}
