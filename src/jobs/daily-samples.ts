import type { Market } from '../market/market.ts';
import { type OfferSample, offerSamples } from '../market/prices/quotes.ts';
import type { Journal } from '../ports/journal.ts';
import { TimeSlice } from '../time/cooperate.ts';
import { DAY_MS } from '../time/durations.ts';
import type { Job } from './job.ts';

const LOOK_EVERY_MS = 20_000;
/** The checkpoint's name in the journal: when the last samples were taken. */
const SAMPLED = 'prices-marked';

export interface DailySamplesParts {
  readonly journal: Pick<Journal, 'checkpoint'>;
  readonly writer: Pick<Journal, 'saveCheckpoint' | 'recordPriceSamples'>;
  readonly market: () => Market | null;
}

/** Samples every item's offers in the first snapshot of a day (in UTC), so that items which rarely trade have a history too. */
export function createDailySamplesJob({ market, journal, writer }: DailySamplesParts): Job {
  return {
    name: 'daily samples',
    firstAfterMs: 0,
    everyMs: LOOK_EVERY_MS,
    retryAfterMs: LOOK_EVERY_MS,
    async run() {
      const current = market();
      // Shops of an older reading have coarser kinds.
      if (current === null || current.isOfOlderReader) return;
      const sampledAt = await journal.checkpoint(SAMPLED);
      if (sampledAt !== null && Math.floor(sampledAt / DAY_MS) >= Math.floor(current.takenAt / DAY_MS)) return;
      await writer.recordPriceSamples(current.takenAt, await sample(current));
      await writer.saveCheckpoint(SAMPLED, current.takenAt);
    },
  };
}

async function sample(market: Market): Promise<readonly OfferSample[]> {
  const samples: OfferSample[] = [];
  const slice = new TimeSlice();
  for (const sample of offerSamples(market)) {
    samples.push(sample);
    if (slice.isOver()) await slice.yieldIfOver();
  }
  return samples;
}
