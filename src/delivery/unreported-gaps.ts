import type { Outage } from '../ports/journal.ts';
import { type Feed, PAID_KINDS } from '../routing/feed.ts';
import { EVENTS_NOT_WRITTEN, type Notice, RESTORED, type Target } from '../routing/notice.ts';
import { STREAM_TRIGGERS, type Watch } from '../routing/watch.ts';
import type { DeliveryParts } from './parts.ts';

/** An outage that has ended. */
type EndedOutage = Outage & { readonly until: number };

/** Outages that are shorter in sum have hardly lost any event, so they are not reported. */
const SHORTEST_REPORTED_GAP_MS = 10_000;
/** Outages closer together count as one, because many short ones may lose as much as a long one. */
const MERGED_WITHIN_MS = 60_000;

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
  if (!notices.some(isOfEvent)) return { gaps: [], knownUntil: null };
  const askers = (await subscriptions.of(target)).filter(asksForEvents);
  if (askers.length === 0) return { gaps: [], knownUntil: null };
  const askedAt = Math.min(...askers.map(({ createdAt }) => createdAt));
  const since = (await journal.gapsKnownUntil(target)) ?? (await latestDeliveryAt(askers, journal)) ?? askedAt;
  const over = (await journal.outages(since)).filter(
    (outage): outage is EndedOutage => outage.until !== null && outage.until > since && outage.why !== RESTORED,
  );
  // An outage counts from its start, because the last message could not report it while it lasted.
  const lastedMs = (outages: readonly EndedOutage[]) =>
    outages.reduce((sum, { from, until }) => sum + until - Math.max(from, askedAt), 0);
  const gaps = groupCloseOutages(over).flatMap((outages) => {
    const isWorthDelivering =
      lastedMs(outages) >= SHORTEST_REPORTED_GAP_MS || outages.some(({ why }) => why === EVENTS_NOT_WRITTEN);
    return isWorthDelivering ? outages : [];
  });
  return { gaps, knownUntil: Math.max(since, ...over.map(({ until }) => until)) };
}

/** Returns the time of the last delivery, for messages from before `gapsKnownUntil` was saved. */
async function latestDeliveryAt(
  askers: readonly (Feed | Watch)[],
  journal: Pick<DeliveryParts['journal'], 'lastDelivered'>,
): Promise<number | null> {
  const last = await journal.lastDelivered(askers.map(({ id }) => id));
  return last.size === 0 ? null : Math.max(...[...last.values()].map(({ at }) => at));
}

function isOfEvent({ cause }: Notice): boolean {
  return cause.kind === 'change' && (cause.change.kind === 'auctioned' || cause.change.kind === 'traded');
}

function asksForEvents(subscription: Feed | Watch): boolean {
  if (subscription.type === 'feed') return PAID_KINDS.includes(subscription.kind);
  return STREAM_TRIGGERS.includes(subscription.trigger);
}

/** Groups outages that follow each other closely. */
function groupCloseOutages(outages: readonly EndedOutage[]): readonly (readonly EndedOutage[])[] {
  const troubles: EndedOutage[][] = [];
  for (const outage of outages) {
    const last = troubles.at(-1);
    const before = last?.at(-1);
    if (last && before && outage.from - before.until < MERGED_WITHIN_MS) last.push(outage);
    else troubles.push([outage]);
  }
  return troubles;
}
