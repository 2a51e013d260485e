import type { HeldLease, Outbox } from '../ports/outbox.ts';
import type { SubscriptionLookup } from '../ports/settings.ts';
import { gathersUntil } from '../routing/claim-rules.ts';
import type { Notice, Target } from '../routing/notice.ts';
import { type DecisionContext, decideEach } from './decide.ts';
import type { DeliveryParts } from './parts.ts';

/** Limits the notices that are read at once, and with it memory. One digest sums up at most as many. */
export const BATCH_SIZE = 1_000;
/** Limits the notices of a split message that are sent one by one: the length of a list. */
const MOST_SENT_ALONE = 25;
const DIGEST_PARTS = 6;

/** Returns the ids of the notices' feeds and watches, each once. */
export function subscriptionIdsOf(notices: readonly Notice[]): readonly string[] {
  return [...new Set(notices.flatMap(({ subscriptionIds }) => subscriptionIds))];
}

/**
 * Selects the next notices of a message that a content filter refused: one, so that only the refused one is lost, or a
 * sixth of a digest, which would otherwise become hundreds of messages. A part that is refused is split next.
 * @returns null if there are none
 */
export function partOfSplit(due: readonly Notice[]): readonly Notice[] | null {
  const latest = Math.max(...due.map(({ splitFrom = 0 }) => splitFrom));
  if (latest === 0) return null;
  const split = due.filter(({ splitFrom }) => splitFrom === latest);
  return split.slice(0, split.length > MOST_SENT_ALONE ? Math.ceil(split.length / DIGEST_PARTS) : 1);
}

/** Finds the notices that wait for the end of a cool-down which a better price among the due ones breaks. */
export async function dueEarly(
  due: readonly Notice[],
  target: Target,
  open: () => Promise<DecisionContext>,
  journal: Outbox,
): Promise<readonly Notice[]> {
  if (target.kind !== 'user') return [];
  const context = await open();
  const { brokenCooldowns } = decideEach(due, context);
  if (brokenCooldowns.size === 0) return [];
  const waiting = await journal.waiting(target, Number.MAX_SAFE_INTEGER, BATCH_SIZE);
  return waiting.filter(
    ({ cause, dueAt, subscriptionIds }) =>
      cause.kind === 'change' && dueAt > context.now && subscriptionIds.some((id) => brokenCooldowns.has(id)),
  );
}

/**
 * Brings forward the due times of up to a thousand notices after settings changed. Postponed ones become due, because
 * their reason may have ended early; gathered ones leave at the end of a window that was made shorter.
 * @throws LeaseLost
 */
export async function reschedule(
  { target, fence }: HeldLease,
  { journal, subscriptions, clock }: Pick<DeliveryParts, 'journal' | 'subscriptions' | 'clock'>,
): Promise<void> {
  const now = clock.now();
  const waiting = await journal.waiting(target, Number.MAX_SAFE_INTEGER, BATCH_SIZE);
  const later = waiting.filter(({ dueAt }) => dueAt > now);
  const lookup = await subscriptions.lookup(target, subscriptionIdsOf(later));
  for (const [due, notices] of Map.groupBy(later, (notice) => newDueAt(notice, lookup, now))) {
    const sooner = notices.filter(({ dueAt }) => due < dueAt);
    for (const [held, same] of Map.groupBy(sooner, (notice) => notice.held)) {
      await journal.postpone(same, due, held, { target, fence });
    }
  }
}

/** Returns when a notice would be due (epoch ms) if it were routed with its current feeds and watches. */
function newDueAt(
  { held, dueAt, cause, subscriptionIds }: Notice,
  subscriptions: Pick<SubscriptionLookup, 'get'>,
  now: number,
): number {
  if (held !== null) return now;
  // Announces a watch's end a day before it, whatever else changes.
  if (cause.kind === 'expiring') return dueAt;
  const left = subscriptionIds.map((id) => subscriptions.get(id)).filter((one) => one !== undefined);
  // After the clock was set back, a notice that only waits its turn is due later than now.
  const windows = left.map((one) => gathersUntil(one, cause, now));
  return left.length === 0 ? now : Math.min(dueAt, ...windows);
}

/** Drops the due notices of a target. `why` is saved with each of them. */
export async function dropDue(
  lease: HeldLease,
  why: string,
  { journal, clock, counts }: Pick<DeliveryParts, 'journal' | 'clock' | 'counts'>,
): Promise<void> {
  for (;;) {
    const now = clock.now();
    const notices = await journal.waiting(lease.target, now, BATCH_SIZE);
    if (notices.length === 0) return;
    const dropped = notices.map((notice) => ({ notice, why }));
    await journal.drop(dropped, now, lease);
    counts.add('notices', 'dropped', notices.length);
  }
}
