import { createDailySamplesJob } from '../jobs/daily-samples.ts';
import type { Job } from '../jobs/job.ts';
import { createNamedInFiltersJob } from '../jobs/named-in-filters.ts';
import { createPruneJob } from '../jobs/prune.ts';
import { createCanvasPruneJob } from '../jobs/prune-canvases.ts';
import { createRenamedKindsJob } from '../jobs/renamed-kinds.ts';
import { createServerHealthJob } from '../jobs/server-health.ts';
import { createTidyJob } from '../jobs/tidy.ts';
import type { CurrentMarket } from '../pipeline/current-market.ts';
import type { Pipeline } from '../pipeline/pipeline.ts';
import type { Term } from '../ports/fleet.ts';
import type { Target } from '../routing/notice.ts';
import type { Service } from '../service/service.ts';
import type { CrierParts } from './parts.ts';
import type { StorePorts } from './store-ports.ts';

/** The objects that the jobs read and write. */
export interface JobTargets {
  readonly service: Service;
  readonly pipeline: Pipeline;
  readonly current: CurrentMarket;
  /** Something new waits for these targets. */
  readonly wake: (targets: readonly Target[]) => void;
}

export function composeJobs(
  { config, clock, log }: CrierParts,
  { journal, subscriptions, settings, transactions, queries, clearExpired }: StorePorts,
  writer: Term['writer'],
  { service, pipeline, current, wake }: JobTargets,
): readonly Job[] {
  const now = () => clock.now();
  const report = () => service.report();
  const written = {
    saveCheckpoint: (name: string, at: number) => writer.saveCheckpoint(name, at),
    checkpoint: (name: string) => journal.checkpoint(name),
  };
  return [
    createServerHealthJob({
      subscriptions,
      journal: written,
      report,
      onServerHealth: (cause, checkpoint) => pipeline.onServerHealth(cause, checkpoint),
      now,
    }),
    createDailySamplesJob({
      journal: { ...written, recordPriceSamples: (at, samples) => writer.recordPriceSamples(at, samples) },
      market: () => current.get(),
    }),
    createRenamedKindsJob({ market: () => current.get(), subscriptions, settings, transactions, log }),
    createNamedInFiltersJob({
      market: () => current.get(),
      subscriptions,
      settings,
      transactions,
      journal,
      wake,
      now,
      log,
    }),
    createTidyJob({ subscriptions, settings, transactions, queries, clearExpired, journal, now }),
    createPruneJob(writer, config.HISTORY_DAYS, now),
    createCanvasPruneJob({ canvases: journal.canvases, writer, market: () => current.get(), subscriptions }),
  ];
}
