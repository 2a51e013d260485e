import type { IngestWriter, Journal, SharedJournal } from '../ports/journal.ts';
import type { Outbox, PastNotice } from '../ports/outbox.ts';
import type { Settings, SettingsTransactions, Subscriptions } from '../ports/settings.ts';
import type { Cause, Notice, Routed, Target } from '../routing/notice.ts';
import type { Watch } from '../routing/watch.ts';
import { TimeSlice } from '../time/cooperate.ts';
import { DAY_MS, WEEK_MS } from '../time/durations.ts';

/** Limits the notices that are read; more never wait for one user, or come from one watch in a day. */
const MOST_END_NOTICES = 1_000;

interface ExpiryParts {
  readonly journal: Pick<Outbox, 'noticesOf' | 'enqueue' | 'waiting'>;
  readonly now: () => number;
}

/**
 * Enqueues one notice for each end of a watch, due a day before the end, or after three quarters of a shorter life.
 * Delivery drops the notice if the watch is gone by then or ends at another time. Runs in the caller's transaction.
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
 * Announces the ends again after a restore, which ended all waiting notices. Leaves out ends that may have been
 * announced since the backup was made.
 */
function announceEndsAgain(watches: readonly Watch[], parts: ExpiryParts): Promise<void> {
  const isUnannounced = ({ expiresAt }: Watch) => expiresAt !== null && expiresAt - DAY_MS > parts.now();
  return announceEnds(watches.filter(isUnannounced), parts);
}

/**
 * Whether the notice was delivered. A notice that was dropped, because the end of its watch had changed, may be sent
 * again if the watch gets that end back.
 */
function isDelivered({ message }: NonNullable<PastNotice['end']>): boolean {
  return message !== null && message.why === null;
}

async function isAnnounced(
  target: Target,
  watchId: string,
  expiresAt: number,
  journal: ExpiryParts['journal'],
): Promise<boolean> {
  const waiting = await journal.waiting(target, Number.MAX_SAFE_INTEGER, MOST_END_NOTICES);
  const isOfEnd = ({ cause, subscriptionIds }: Notice) =>
    cause.kind === 'expiring' && cause.expiresAt === expiresAt && subscriptionIds.includes(watchId);
  if (waiting.some(isOfEnd)) return true;
  const known = await journal.noticesOf(target, MOST_END_NOTICES, watchId);
  return known.some(({ notice, end }) => isOfEnd(notice) && end !== null && isDelivered(end));
}

/** Time for which an ended watch stays in its owner's list. */
const ENDED_KEPT_MS = WEEK_MS;

interface RemoveWatchParts {
  readonly subscriptions: Pick<Subscriptions, 'get'>;
  readonly settings: Pick<Settings, 'removeWatch'>;
  readonly transactions: SettingsTransactions;
}

interface FinishedParts extends RemoveWatchParts {
  readonly subscriptions: Pick<Subscriptions, 'endingBefore' | 'get'>;
  readonly journal: Pick<Journal, 'lastDelivered'>;
}

/**
 * Removes the watches that ended a week ago, and the delivered one-time watches that delivery could not remove.
 * @param now epoch ms
 * @throws NotSaved
 */
export async function removeFinished({ journal, ...parts }: FinishedParts, now: number): Promise<void> {
  const longAgo = now - ENDED_KEPT_MS;
  const endedLongAgo = ({ expiresAt }: Watch) => expiresAt !== null && expiresAt < longAgo;
  const slice = new TimeSlice();
  for await (const watch of parts.subscriptions.endingBefore(longAgo)) {
    const isDelivered = watch.repeat === 'once' && (await journal.lastDelivered([watch.id])).has(watch.id);
    if (endedLongAgo(watch) || isDelivered) {
      await removeIf(watch, (current) => endedLongAgo(current) || (isDelivered && current.repeat === 'once'), parts);
    }
    await slice.yieldIfOver();
  }
}

/**
 * Removes a watch that was delivered, unless its owner has made it repeat meanwhile.
 * @throws NotSaved
 */
export function removeDelivered(watch: Watch, parts: RemoveWatchParts): Promise<void> {
  return removeIf(watch, ({ repeat }) => repeat === 'once', parts);
}

/** Reads the watch again in the transaction, because its owner may have changed it since it was read. */
function removeIf(
  { id, userId }: Watch,
  isFinished: (current: Watch) => boolean,
  { subscriptions, settings, transactions }: RemoveWatchParts,
): Promise<void> {
  return transactions.run(`user:${userId}`, async () => {
    const current = await subscriptions.get(id);
    if (current?.type === 'watch' && isFinished(current)) await settings.removeWatch(id);
  });
}

/**
 * Checkpoints in the journal of a restored store: the time of the backup, and the time of the restore. 0 once users
 * were notified.
 */
export const RESTORED_FROM = 'restored-from';
export const RESTORED_AT = 'restored-at';

export interface NotifyRestoredParts {
  readonly journal: Pick<SharedJournal, 'checkpoint' | 'noticesOf' | 'enqueue' | 'waiting'>;
  readonly writer: Pick<IngestWriter, 'record'>;
  readonly settings: Pick<Settings, 'feeds' | 'watches'>;
  readonly now: () => number;
}

/**
 * Notifies each channel with feeds and each user with watches once, after a restore, of the missing span. Announces the
 * ends of watches again, because the restore ended all waiting notices.
 * @returns the notified targets
 */
export async function notifyRestored(parts: NotifyRestoredParts): Promise<readonly Target[]> {
  const { journal, writer, settings, now } = parts;
  const [from, at] = [await journal.checkpoint(RESTORED_FROM), await journal.checkpoint(RESTORED_AT)];
  if (!from || !at) return [];
  const cause: Cause = { kind: 'restored', from, at };
  const byTarget = new Map<string, { target: Target; subscriptionIds: string[] }>();
  const add = (target: Target, id: string) => {
    const key = `${target.kind} ${target.id}`;
    const one = byTarget.get(key) ?? { target, subscriptionIds: [] };
    one.subscriptionIds.push(id);
    byTarget.set(key, one);
  };
  for (const feed of await settings.feeds()) if (!feed.paused) add({ kind: 'channel', id: feed.channelId }, feed.id);
  const watches = await settings.watches();
  for (const watch of watches) if (!watch.paused) add({ kind: 'user', id: watch.userId }, watch.id);
  await announceEndsAgain(watches, parts);
  const notices: Routed[] = [...byTarget.values()].map((one) => ({ ...one, cause, dueAt: now() }));
  await writer.record({ changes: [], notices, checkpoint: { name: RESTORED_FROM, at: 0 } });
  return notices.map(({ target }) => target);
}
