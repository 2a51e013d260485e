import { LeaseLost } from '../../../faults/lease-lost.ts';
import { NotWritten } from '../../../faults/not-written.ts';
import type { HeldLease } from '../../../ports/outbox.ts';
import { writeTarget } from '../../mappers/target.ts';

const REASON = 'another process works on the target';

/** A part of a WITH: the lease, which nobody claims before the statement ends. `$target`, `$fence` are `leaseValues`. */
export function heldLease(target: number, fence: number): string {
  return `held AS (SELECT FROM target_leases WHERE target = $${target} AND fence = $${fence}::bigint FOR NO KEY UPDATE)`;
}

/** A branch of a CASE: takes the statement back where the lease is another's. */
export function unlessHeld(fence: number): string {
  return `WHEN $${fence}::bigint IS NOT NULL AND NOT EXISTS (SELECT FROM held) THEN refuse('${REASON}')`;
}

/** `null`: whoever writes has no lease. */
export function leaseValues(lease: HeldLease | null): readonly [target: string | null, fence: number | null] {
  return lease === null ? [null, null] : [writeTarget(lease.target), lease.fence];
}

/** @throws LeaseLost in place of what the statement says */
export async function underLease<T>(written: Promise<T>): Promise<T> {
  try {
    return await written;
  } catch (error) {
    const isLost = error instanceof NotWritten && error.cause instanceof Error && error.cause.message === REASON;
    throw isLost ? new LeaseLost(REASON, { cause: error }) : error;
  }
}
