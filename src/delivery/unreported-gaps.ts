import type { Outage } from '../ports/journal.ts';
import { type Feed, PAID_KINDS } from '../routing/feed.ts';
import { EVENTS_NOT_WRITTEN, type Notice, RESTORED, type Target } from '../routing/notice.ts';
import { ON_STREAM, type Watch } from '../routing/watch.ts';
import type { DeliveryParts } from './parts.ts';

/** An outage that has ended. */
type Over = Outage & { readonly until: number };

/** Outages that are shorter in sum have hardly lost any event, so they are not reported. */
const WORTH_TELLING_MS = 10_000;
/** Outages closer together count as one, because many short ones may lose as much as a long one. */
const ONE_TROUBLE_MS = 60_000;

/**
 * The gaps that a message reports. `knownUntil` is epoch ms until which it reports all of them, or null if its notices
 * are of no event.
 */
export interface UnreportedGaps {
  readonly gaps: readonly Outage[];
  readonly knownUntil: number | null;
}

/**
 * Finds the outages of the stream since a target's last message of events, or since it first asked for events. Finds
 * none if no notice is of an event, because the next snapshot brings all changes of shops.
 */
export async function findUnreportedGaps(
  target: Target,
  notices: readonly Notice[],
  { journal, subscriptions }: Pick<DeliveryParts, 'journal' | 'subscriptions'>,
): Promise<UnreportedGaps> {
  if (!notices.some(tellsOfEvent)) return { gaps: [], knownUntil: null };
  const asking = (await subscriptions.of(target)).filter(waitsForEvents);
  if (asking.length === 0) return { gaps: [], knownUntil: null };
  const askedAt = Math.min(...asking.map(({ createdAt }) => createdAt));
  const since = (await journal.gapsKnownUntil(target)) ?? (await lastDeliveredAt(asking, journal)) ?? askedAt;
  const over = (await journal.outages(since)).filter(
    (outage): outage is Over => outage.until !== null && outage.until > since && outage.why !== RESTORED,
  );
  // An outage counts from its start, because the last message could not report it while it lasted.
  const lastedMs = (outages: readonly Over[]) =>
    outages.reduce((sum, { from, until }) => sum + until - Math.max(from, askedAt), 0);
  const gaps = troublesOf(over).flatMap((outages) => {
    const isWorthDelivering =
      lastedMs(outages) >= WORTH_TELLING_MS || outages.some(({ why }) => why === EVENTS_NOT_WRITTEN);
    return isWorthDelivering ? outages : [];
  });
  return { gaps, knownUntil: Math.max(since, ...over.map(({ until }) => until)) };
}

/** Returns the time of the last delivery, for messages from before `gapsKnownUntil` was saved. */
async function lastDeliveredAt(
  asking: readonly (Feed | Watch)[],
  journal: Pick<DeliveryParts['journal'], 'lastDelivered'>,
): Promise<number | null> {
  const last = await journal.lastDelivered(asking.map(({ id }) => id));
  return last.size === 0 ? null : Math.max(...[...last.values()].map(({ at }) => at));
}

function tellsOfEvent({ cause }: Notice): boolean {
  return cause.kind === 'change' && (cause.change.kind === 'auctioned' || cause.change.kind === 'traded');
}

function waitsForEvents(subscription: Feed | Watch): boolean {
  if (subscription.type === 'feed') return PAID_KINDS.includes(subscription.kind);
  return ON_STREAM.includes(subscription.trigger);
}

/** Groups outages that follow each other closely. */
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
