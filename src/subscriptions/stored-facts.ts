import type { Checkpoints } from '../ports/journal.ts';
import type { LastDelivery, Outbox } from '../ports/outbox.ts';
import type { Addresses, KeptQuery, Queries } from '../ports/queries.ts';
import type { StoredFacts } from '../ports/settings.ts';
import type { Target } from '../routing/notice.ts';
import type { RetriedRefusal } from '../routing/retried-refusal.ts';
import type { Watch } from '../routing/watch.ts';
import type { WatchChanges } from './watch-changes.ts';
import { weeklyCheckpoint } from './weekly.ts';

/** Keeps the file below the size that an import reads. Few users have so many notices or queries at a time. */
const MOST_LISTED = 500;

interface FactParts {
  readonly watchChanges: Pick<WatchChanges, 'last'>;
  readonly journal: Pick<Outbox, 'lastDelivered' | 'noticesOf'> & Pick<Checkpoints, 'checkpoint'>;
  readonly queries: Pick<Queries, 'of'>;
  readonly addresses: Pick<Addresses, 'find'>;
  readonly pauseCodeOf: (target: Target) => Promise<number | null>;
  readonly retriedRefusalOf: (target: Target) => Promise<RetriedRefusal | null>;
}

/** Collects the data about a user that stand neither in their settings nor in the terms of their watches. */
export async function collectStoredFacts(
  userId: string,
  watches: readonly Watch[],
  { watchChanges, journal, queries, addresses, pauseCodeOf, retriedRefusalOf }: FactParts,
): Promise<StoredFacts> {
  const target = { kind: 'user', id: userId } as const;
  const deliveries = await journal.lastDelivered(watches.map(({ id }) => id));
  const notices = await journal.noticesOf(target, MOST_LISTED);
  return {
    watches: watches.map((watch) => factsOfWatch(watch, deliveries.get(watch.id) ?? null)),
    lastChange: await watchChanges.last(userId),
    lastWeekly: await journal.checkpoint(weeklyCheckpoint(userId)),
    directMessages: await addresses.find(userId),
    pausedFor: await pauseCodeOf(target),
    refusal: await retriedRefusalOf(target),
    queries: (await queries.of(userId)).slice(0, MOST_LISTED).map(withoutUser),
    notices: notices.map(({ notice: { cause, dueAt, subscriptionIds }, end }) => ({
      ...{ kind: cause.kind === 'change' ? cause.change.kind : cause.kind, dueAt, watches: subscriptionIds },
      end: end && { at: end.at, why: end.why, messageId: end.message?.messageId ?? null },
    })),
  };
}

function factsOfWatch({ id, createdAt, locale, snoozedUntil, absences }: Watch, lastDelivery: LastDelivery | null) {
  return { id, createdAt, locale, snoozedUntil, ...(absences && { absences }), lastDelivery };
}

function withoutUser({ userId: _, ...query }: KeptQuery) {
  return query;
}
