import type { Addresses } from '../ports/addresses.ts';
import type { Journal } from '../ports/journal.ts';
import type { Queries } from '../ports/queries.ts';
import type { Subscriptions } from '../ports/subscriptions.ts';
import type { Target } from '../routing/notice.ts';
import type { Watch } from '../routing/watch.ts';
import type { WatchChanges } from './watch-changes.ts';

interface ForgetParts {
  readonly subscriptions: Pick<Subscriptions, 'person'>;
  readonly watchChanges: Pick<WatchChanges, 'forget'>;
  readonly queries: Pick<Queries, 'forget'>;
  readonly addresses: Pick<Addresses, 'forget'>;
  readonly journal: Pick<Journal, 'forget'>;
  readonly resume: (target: Target) => Promise<void>;
}

/**
 * Deletes everything that is kept of a person, for good. Cut short by a kill it has deleted a part, and can be asked for again.
 * @returns what they had
 */
export async function forgetPerson(
  userId: string,
  { subscriptions, watchChanges, queries, addresses, journal, resume }: ForgetParts,
): Promise<{ readonly watches: readonly Watch[]; readonly hadQuiet: boolean }> {
  const target = { kind: 'user', id: userId } as const;
  const hadQuiet = (await subscriptions.person(userId))?.quiet != null;
  const watches = await watchChanges.forget(userId);
  await queries.forget(userId);
  await addresses.forget(userId);
  await journal.forget(
    target,
    watches.map(({ id }) => id),
  );
  await resume(target);
  return { watches, hadQuiet };
}
