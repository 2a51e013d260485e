import type { HeldLease } from '../ports/outbox.ts';
import type { SubscriptionLookup } from '../ports/settings.ts';
import { gathersUntil } from '../routing/gathers-until.ts';
import type { Notice } from '../routing/notice.ts';
import { BATCH_SIZE } from './batch-size.ts';
import { idsOf } from './ids-of.ts';
import type { DeliveryParts } from './parts.ts';

/**
 * Looks at what waits for later, up to a thousand: what was put off becomes due, as its reason may have ended early, and
 * what a feed or watch gathers leaves at the end of a window that was made shorter. Rejects with `LeaseLost`.
 */
export async function reschedule(
  lease: HeldLease,
  { journal, subscriptions, clock }: Pick<DeliveryParts, 'journal' | 'subscriptions' | 'clock'>,
): Promise<void> {
  const { target } = lease;
  const now = clock.now();
  const waiting = await journal.waiting(target, Number.MAX_SAFE_INTEGER, BATCH_SIZE);
  const later = waiting.filter(({ dueAt }) => dueAt > now);
  const lookup = await subscriptions.lookup(target, idsOf(later));
  for (const [due, notices] of Map.groupBy(later, (notice) => dueAnew(notice, lookup, now))) {
    const sooner = notices.filter(({ dueAt }) => due < dueAt);
    for (const [held, same] of Map.groupBy(sooner, (notice) => notice.held)) {
      await journal.postpone(same, due, held, lease);
    }
  }
}

/** When a notice would be due, epoch ms, had it been routed with its feeds and watches as they are now. */
function dueAnew(
  { held, dueAt, cause, subscriptionIds }: Notice,
  subscriptions: Pick<SubscriptionLookup, 'get'>,
  now: number,
): number {
  if (held !== null) return now;
  // A day before a watch ends, whatever else changes.
  if (cause.kind === 'expiring') return dueAt;
  const left = subscriptionIds.map((id) => subscriptions.get(id)).filter((one) => one !== undefined);
  // A notice that only waits its turn is due later than now where the clock was set back.
  const windows = left.map((one) => gathersUntil(one, cause, now));
  return left.length === 0 ? now : Math.min(dueAt, ...windows);
}
