import { createDailySamplesJob, type DailySamplesParts } from './daily-samples.ts';
import type { Job } from './job.ts';
import { createLandmarksJob, type LandmarksParts } from './landmarks.ts';
import { createNamedInFiltersJob, type NamedInFiltersParts } from './named-in-filters.ts';
import { createNamedPlayersJob, type NamedPlayersParts } from './named-players.ts';
import { createRemovedServersJob, type RemovedServersParts } from './removed-servers.ts';
import { createRenamedKindsJob, type RenamedKindsParts } from './renamed-kinds.ts';
import { createServerHealthJob, type ServerHealthParts } from './server-health.ts';
import {
  type CanvasPruneParts,
  createCanvasPruneJob,
  createPruneJob,
  createTidyJob,
  type PruneParts,
  type TidyParts,
} from './tidy.ts';
import { createWeeklyJob, type WeeklyParts } from './weekly.ts';

/** The ports and objects of all jobs. A job reads the journal and writes through the writer of its term. */
export type JobParts = CanvasPruneParts &
  DailySamplesParts &
  LandmarksParts &
  NamedInFiltersParts &
  NamedPlayersParts &
  PruneParts &
  RemovedServersParts &
  RenamedKindsParts &
  ServerHealthParts &
  TidyParts &
  WeeklyParts;

/** Creates the jobs that the leader runs. */
export function createJobs(parts: JobParts): readonly Job[] {
  return [
    createServerHealthJob(parts),
    createDailySamplesJob(parts),
    createRenamedKindsJob(parts),
    createNamedInFiltersJob(parts),
    createNamedPlayersJob(parts),
    createWeeklyJob(parts),
    createLandmarksJob(parts),
    createRemovedServersJob(parts),
    createTidyJob(parts),
    createPruneJob(parts),
    createCanvasPruneJob(parts),
  ];
}
