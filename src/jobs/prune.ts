import type { Journal } from '../ports/journal.ts';
import type { Job } from './job.ts';

const DAY_MS = 24 * 60 * 60_000;
const FIRST_AFTER_MS = 60_000;

/** Drops history older than so many days, a minute after the start and then daily. */
export function createPruneJob(journal: Pick<Journal, 'prune'>, days: number, now: () => number): Job {
  return {
    name: 'old history',
    firstAfterMs: FIRST_AFTER_MS,
    everyMs: DAY_MS,
    retryAfterMs: DAY_MS,
    run: () => journal.prune(now() - days * DAY_MS),
  };
}
