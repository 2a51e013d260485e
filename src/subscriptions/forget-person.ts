import type { Journal } from '../ports/journal.ts';
import type { RetriedRefusals } from '../ports/outbox.ts';
import type { Addresses, Queries } from '../ports/queries.ts';
import type { Subscriptions } from '../ports/settings.ts';
import type { Target } from '../routing/notice.ts';
import type { Watch } from '../routing/watch.ts';
import type { WatchChanges } from './watch-changes.ts';

interface ForgetParts {
  readonly subscriptions: Pick<Subscriptions, 'person' | 'watchesOf'>;
  readonly watchChanges: Pick<WatchChanges, 'forget'>;
  readonly queries: Pick<Queries, 'forget'>;
  readonly addresses: Pick<Addresses, 'forget'>;
  readonly journal: Pick<Journal, 'forget'>;
  readonly retriedRefusals: Pick<RetriedRefusals, 'end'>;
  readonly resume: (target: Target) => Promise<unknown>;
}

/**
 * Deletes everything that is kept of a person, for good. Cut short it has deleted a part, and can be asked for again: the watches,
 * which the person is handed back, stand until the rest is gone.
 * @returns what they had
 * @throws NotSaved, NotWritten
 */
export async function forgetPerson(
  userId: string,
  { subscriptions, watchChanges, queries, addresses, journal, retriedRefusals, resume }: ForgetParts,
): Promise<{ readonly watches: readonly Watch[]; readonly hadQuiet: boolean }> {
  const target = { kind: 'user', id: userId } as const;
  const hadQuiet = (await subscriptions.person(userId))?.quiet != null;
  await queries.forget(userId);
  await addresses.forget(userId);
  const known = await subscriptions.watchesOf(userId);
  const forgetTold = (of: readonly Watch[]) =>
    journal.forget(
      target,
      of.map(({ id }) => id),
    );
  await forgetTold(known);
  const watches = await watchChanges.forget(userId);
  // Notices that these watches got meanwhile.
  await forgetTold(watches);
  await retriedRefusals.end(target);
  await resume(target);
  return { watches, hadQuiet };
}
