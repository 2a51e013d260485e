import type { HeldLease, Seal } from '../../../ports/outbox.ts';
import type { Held, Notice } from '../../../routing/notice.ts';
import { writeTarget } from '../../mappers/target.ts';
import { storedText } from '../text.ts';
import { leaseValues } from './lease-fence.ts';

/** A notice to be taken out, and why. */
export interface Dropped {
  readonly notice: Pick<Notice, 'id'>;
  readonly why: string;
}

type Subscribed = Pick<Notice, 'id' | 'subscriptionIds'>;

/** For SEAL. `subscriptionIds`: the feeds and watches whose message it is. */
export function sealValues(
  { target, nonce, body, notices, dropped, narrowed = [], best = {}, gapsKnownUntil = null, at, lease }: Seal,
  subscriptionIds: readonly string[],
): readonly unknown[] {
  const message = [writeTarget(target), nonce, body, JSON.stringify(subscriptionIds), JSON.stringify(best), at];
  const rows = [notices.map(({ id }) => id), ...idsAndReasons(dropped), ...idsAndSubscriptionIds(narrowed)];
  return [...message, ...rows, gapsKnownUntil, lease?.fence ?? null];
}

/** For DROP. */
export function dropValues(dropped: readonly Dropped[], at: number, lease: HeldLease | null): readonly unknown[] {
  return [...idsAndReasons(dropped), at, ...leaseValues(lease)];
}

/** For POSTPONE. */
export function postponeValues(
  notices: readonly Subscribed[],
  dueAt: number,
  held: Held | null,
  lease: HeldLease | null,
): readonly unknown[] {
  return [...idsAndSubscriptionIds(notices), Math.ceil(dueAt), held, ...leaseValues(lease)];
}

function idsAndSubscriptionIds(notices: readonly Subscribed[]): readonly unknown[] {
  return [notices.map(({ id }) => id), notices.map(({ subscriptionIds }) => JSON.stringify(subscriptionIds))];
}

function idsAndReasons(dropped: readonly Dropped[]): readonly unknown[] {
  return [dropped.map(({ notice }) => notice.id), dropped.map(({ why }) => storedText(why))];
}
