import type { Outbox, PastNotice } from '../ports/outbox.ts';
import type { Notice, Target } from '../routing/notice.ts';
import type { Watch } from '../routing/watch.ts';

const DAY_MS = 24 * 60 * 60_000;
/** More than ever wait for one person, or are told in a day because of one watch. */
const NOTICES = 1_000;

export interface ExpiryParts {
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

/** One that was dropped may be told again: the watch ends then after all. */
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
