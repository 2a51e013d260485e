import type { HeldLease } from '../ports/outbox.ts';
import { BATCH_SIZE } from './batch-size.ts';
import type { DeliveryParts } from './parts.ts';

/** Drops all that is due for a target. `why` is kept beside each notice. */
export async function dropDue(
  lease: HeldLease,
  why: string,
  { journal, clock, counts }: Pick<DeliveryParts, 'journal' | 'clock' | 'counts'>,
): Promise<void> {
  for (;;) {
    const now = clock.now();
    const notices = await journal.waiting(lease.target, now, BATCH_SIZE);
    if (notices.length === 0) return;
    await journal.drop(
      notices.map((notice) => ({ notice, why })),
      now,
      lease,
    );
    counts.add('notices', 'dropped', notices.length);
  }
}
