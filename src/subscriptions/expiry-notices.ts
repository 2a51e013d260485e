import type { Log } from '../ports/log.ts';
import type { Outbox, PastNotice } from '../ports/outbox.ts';
import type { Notice, Target } from '../routing/notice.ts';
import type { Watch } from '../routing/watch.ts';

const DAY_MS = 24 * 60 * 60_000;
/** More than ever wait for one person, or are told in a day because of one watch. */
const NOTICES = 1_000;

export interface ExpiryParts {
  readonly journal: Pick<Outbox, 'noticesOf' | 'enqueue' | 'waiting'>;
  readonly now: () => number;
  readonly log: Log;
}

/**
 * A day before a watch ends, or a quarter of a shorter life, its owner is told. The notice waits in the journal until then,
 * once for each end; delivery drops it where the watch is gone by then, or ends at another time. Never rejects.
 */
export async function announceEnds(watches: readonly Watch[], { journal, now, log }: ExpiryParts): Promise<void> {
  try {
    for (const { id, userId, expiresAt } of watches) {
      if (expiresAt === null || expiresAt <= now()) continue;
      const target = { kind: 'user', id: userId } as const;
      if (await isAnnounced(target, id, expiresAt, journal)) continue;
      const dueAt = Math.round(expiresAt - Math.min(DAY_MS, (expiresAt - now()) / 4));
      const cause = { kind: 'expiring', at: dueAt, expiresAt } as const;
      await journal.enqueue([{ target, cause, subscriptionIds: [id], dueAt }]);
    }
  } catch (error) {
    // The turn of the caller goes on, and may still save the watch: its list shows the end.
    log.error({ err: error }, 'The end of a watch could not be announced');
  }
}

/**
 * Announces the ends again after a restore, which ended all waiting notices. Leaves out ends that may have been announced since the
 * backup was made. Never rejects.
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
