import type { Journal } from '../ports/journal.ts';
import type { Outbox, PastNotice } from '../ports/outbox.ts';
import type { Settings, SettingsTransactions, Subscriptions } from '../ports/settings.ts';
import type { Notice, Target } from '../routing/notice.ts';
import type { Watch } from '../routing/watch.ts';
import { TimeSlice } from '../time/cooperate.ts';

const DAY_MS = 24 * 60 * 60_000;
/** Limits the notices that are read; more never wait for one user, or come from one watch in a day. */
const NOTICES = 1_000;

interface ExpiryParts {
  readonly journal: Pick<Outbox, 'noticesOf' | 'enqueue' | 'waiting'>;
  readonly now: () => number;
}

/**
 * Enqueues one notice for each end of a watch, due a day before it or after three quarters of a shorter life. Delivery
 * drops the notice if the watch is gone by then or ends at another time. Belongs to the caller's transaction.
 */
export async function announceEnds(watches: readonly Watch[], { journal, now }: ExpiryParts): Promise<void> {
  for (const { id, userId, expiresAt } of watches) {
    if (expiresAt === null || expiresAt <= now()) continue;
    const target = { kind: 'user', id: userId } as const;
    if (await isAnnounced(target, id, expiresAt, journal)) continue;
    const dueAt = Math.round(expiresAt - Math.min(DAY_MS, (expiresAt - now()) / 4));
    const cause = { kind: 'expiring', at: dueAt, expiresAt } as const;
    await journal.enqueue([{ target, cause, subscriptionIds: [id], dueAt }]);
  }
}

/**
 * Announces the ends again after a restore, which ended all waiting notices. Leaves out ends that may have been announced
 * since the backup was made.
 */
export function announceEndsAgain(watches: readonly Watch[], parts: ExpiryParts): Promise<void> {
  const isUntold = ({ expiresAt }: Watch) => expiresAt !== null && expiresAt - DAY_MS > parts.now();
  return announceEnds(watches.filter(isUntold), parts);
}

/** A dropped notice may be sent again, because the watch ends then after all. */
function isTold({ message }: NonNullable<PastNotice['end']>): boolean {
  return message !== null && message.why === null;
}

async function isAnnounced(
  target: Target,
  watchId: string,
  expiresAt: number,
  journal: ExpiryParts['journal'],
): Promise<boolean> {
  const waiting = await journal.waiting(target, Number.MAX_SAFE_INTEGER, NOTICES);
  const isOfEnd = ({ cause, subscriptionIds }: Notice) =>
    cause.kind === 'expiring' && cause.expiresAt === expiresAt && subscriptionIds.includes(watchId);
  if (waiting.some(isOfEnd)) return true;
  const known = await journal.noticesOf(target, NOTICES, watchId);
  return known.some(({ notice, end }) => isOfEnd(notice) && end !== null && isTold(end));
}

/** Time for which an ended watch stays in its owner's list. */
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
