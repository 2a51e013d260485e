import { createDailySamplesJob } from '../jobs/daily-samples.ts';
import type { Job } from '../jobs/job.ts';
import { createPruneJob } from '../jobs/prune.ts';
import { createServerHealthJob } from '../jobs/server-health.ts';
import { createTidyJob } from '../jobs/tidy.ts';
import type { MarketData } from './market-data.ts';
import type { CrierParts } from './parts.ts';
import type { SavedState } from './saved-state.ts';

export function composeJobs(
  { config, store, clock }: CrierParts,
  { journal, subscriptions, settings }: SavedState,
  { service, pipeline }: MarketData,
): readonly Job[] {
  const now = () => clock.now();
  const report = () => service.report();
  return [
    createServerHealthJob({
      subscriptions,
      journal,
      report,
      onServerHealth: (cause, checkpoint) => pipeline.onServerHealth(cause, checkpoint),
      now,
    }),
    createDailySamplesJob({ journal, market: () => pipeline.market() }),
    createTidyJob({ subscriptions, settings, queries: store.queries, journal, now }),
    createPruneJob(journal, config.HISTORY_DAYS, now),
  ];
}
