import type { Journal } from '../ports/journal.ts';
import type { Queries } from '../ports/queries.ts';
import type { Settings, SettingsTransactions, Subscriptions } from '../ports/settings.ts';
import { removeFinished } from '../subscriptions/finished-watches.ts';
import type { Job } from './job.ts';

const TIDY_EVERY_MS = 60 * 60_000;
const RETRY_AFTER_MS = 20_000;

export interface TidyParts {
  readonly subscriptions: Pick<Subscriptions, 'endingBefore' | 'get'>;
  readonly settings: Pick<Settings, 'removeWatch'>;
  readonly transactions: SettingsTransactions;
  readonly queries: Pick<Queries, 'tidy'>;
  /** Deletes the records whose life is over. */
  readonly clearExpired: () => Promise<void>;
  readonly journal: Pick<Journal, 'lastDelivered'>;
  readonly now: () => number;
}

/**
 * Removes watches that ended a week ago, those that deliver once and could not be removed then, and queries and records
 * that have expired.
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
