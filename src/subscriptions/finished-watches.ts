import type { Journal } from '../ports/journal.ts';
import type { Settings, SettingsTransactions, Subscriptions } from '../ports/settings.ts';
import type { Watch } from '../routing/watch.ts';
import { TimeSlice } from '../time/cooperate.ts';

/** A watch that has ended stays in its owner's list for so long. */
const ENDED_KEPT_MS = 7 * 24 * 60 * 60_000;

interface RemoveParts {
  readonly subscriptions: Pick<Subscriptions, 'get'>;
  readonly settings: Pick<Settings, 'removeWatch'>;
  readonly transactions: SettingsTransactions;
}

interface FinishedParts extends RemoveParts {
  readonly subscriptions: Pick<Subscriptions, 'endingBefore' | 'get'>;
  readonly journal: Pick<Journal, 'lastDelivered'>;
}

/**
 * Removes the watches that ended a week ago, and those that tell once and have, where delivery could not.
 * @param now epoch ms
 * @throws NotSaved
 */
export async function removeFinished({ journal, ...parts }: FinishedParts, now: number): Promise<void> {
  const longAgo = now - ENDED_KEPT_MS;
  const endedLongAgo = ({ expiresAt }: Watch) => expiresAt !== null && expiresAt < longAgo;
  const slice = new TimeSlice();
  for await (const watch of parts.subscriptions.endingBefore(longAgo)) {
    const isTold = watch.repeat === 'once' && (await journal.lastDelivered([watch.id])).has(watch.id);
    if (endedLongAgo(watch) || isTold) {
      await removeIf(watch, (current) => endedLongAgo(current) || (isTold && current.repeat === 'once'), parts);
    }
    await slice.yieldIfOver();
  }
}

/** Removes a watch that was delivered, unless its owner has made it repeat meanwhile. @throws NotSaved */
export function removeDelivered(watch: Watch, parts: RemoveParts): Promise<void> {
  return removeIf(watch, ({ repeat }) => repeat === 'once', parts);
}

/** Reads the watch again in the transaction, because its owner may have changed it since it was read. */
function removeIf(
  { id, userId }: Watch,
  isFinished: (current: Watch) => boolean,
  { subscriptions, settings, transactions }: RemoveParts,
): Promise<void> {
  return transactions.run(`user:${userId}`, async () => {
    const current = await subscriptions.get(id);
    if (current?.type === 'watch' && isFinished(current)) await settings.removeWatch(id);
  });
}
