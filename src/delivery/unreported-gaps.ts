import type { Outage } from '../ports/journal.ts';
import { type Feed, PAID_KINDS } from '../routing/feed.ts';
import type { Notice, Target } from '../routing/notice.ts';
import { EVENTS_NOT_WRITTEN, RESTORED } from '../routing/outage-reason.ts';
import { ON_STREAM, type Watch } from '../routing/watch.ts';
import type { DeliveryParts } from './parts.ts';

/** An outage that has ended. */
type Over = Outage & { readonly until: number };

/** A stream that was away for less in all has hardly lost anything. */
const WORTH_TELLING_MS = 10_000;
/** Outages closer than that are of one trouble: each may be short, and all of them long. */
const ONE_TROUBLE_MS = 60_000;

/**
 * Times without the stream that a target has not heard of: those that went on when its last message was made that tells of events, however
 * late that was delivered, or since it first asked for events. Empty where these notices tell of no event: shops are caught up with.
 */
export async function findUnreportedGaps(
  target: Target,
  notices: readonly Notice[],
  { journal, subscriptions }: Pick<DeliveryParts, 'journal' | 'subscriptions'>,
): Promise<readonly Outage[]> {
  if (!notices.some(tellsOfEvent)) return [];
  const asking = (await subscriptions.of(target)).filter(waitsForEvents);
  const last = await journal.lastDelivered(asking.map(({ id }) => id));
  if (asking.length === 0) return [];
  const askedAt = Math.min(...asking.map(({ createdAt }) => createdAt));
  const deliveredAt = Math.max(...[...last.values()].map(({ at }) => at));
  const since = last.size === 0 ? askedAt : ((await journal.sealedAt(target, deliveredAt)) ?? deliveredAt);
  const over = (await journal.outages(since)).filter(
    (outage): outage is Over => outage.until !== null && outage.until > since && outage.why !== RESTORED,
  );
  // One that went on when the last message was made could not be told of there, so all of it counts.
  const lastedMs = (outages: readonly Over[]) =>
    outages.reduce((sum, { from, until }) => sum + until - Math.max(from, askedAt), 0);
  return troublesOf(over).flatMap((outages) => {
    const isWorthDelivering =
      lastedMs(outages) >= WORTH_TELLING_MS || outages.some(({ why }) => why === EVENTS_NOT_WRITTEN);
    return isWorthDelivering ? outages : [];
  });
}

function tellsOfEvent({ cause }: Notice): boolean {
  return cause.kind === 'change' && (cause.change.kind === 'auctioned' || cause.change.kind === 'traded');
}

function waitsForEvents(subscription: Feed | Watch): boolean {
  if (subscription.type === 'feed') return PAID_KINDS.includes(subscription.kind);
  return ON_STREAM.includes(subscription.trigger);
}

/** Outages that follow close upon each other, together. */
function troublesOf(outages: readonly Over[]): readonly (readonly Over[])[] {
  const troubles: Over[][] = [];
  for (const outage of outages) {
    const last = troubles.at(-1);
    const before = last?.at(-1);
    if (last && before && outage.from - before.until < ONE_TROUBLE_MS) last.push(outage);
    else troubles.push([outage]);
  }
  return troubles;
}
