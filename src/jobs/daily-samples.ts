import type { Market } from '../market/market.ts';
import { type OfferSample, offerSamples } from '../market/prices/quotes.ts';
import type { Journal } from '../ports/journal.ts';
import { TimeSlice } from '../time/cooperate.ts';
import { DAY_MS } from '../time/durations.ts';
import type { Job } from './job.ts';

const LOOK_EVERY_MS = 20_000;
/** The journal's checkpoint with the time of the last samples. */
const LAST_SAMPLES = 'prices-marked';

export interface DailySamplesParts {
  readonly journal: Pick<Journal, 'checkpoint'>;
  readonly writer: Pick<Journal, 'saveCheckpoint' | 'recordPriceSamples'>;
  readonly market: () => Market | null;
}

/** Samples every item's offers in the first snapshot of a day (UTC), so that rarely traded items have a history too. */
export function createDailySamplesJob({ market, journal, writer }: DailySamplesParts): Job {
  return {
    name: 'daily samples',
    firstAfterMs: 0,
    everyMs: LOOK_EVERY_MS,
    retryAfterMs: LOOK_EVERY_MS,
    async run() {
      const current = market();
      // An older reader distinguished fewer kinds of items.
      if (current === null || current.isOfOlderReader) return;
      const sampledAt = await journal.checkpoint(LAST_SAMPLES);
      if (sampledAt !== null && Math.floor(sampledAt / DAY_MS) >= Math.floor(current.takenAt / DAY_MS)) return;
      await writer.recordPriceSamples(current.takenAt, await sample(current));
      await writer.saveCheckpoint(LAST_SAMPLES, current.takenAt);
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
