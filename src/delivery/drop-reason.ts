import type { Feed } from '../routing/feed.ts';
import { type Improvement, improvementOf, isWorthDelivering } from '../routing/improvement.ts';
import { feedMatches, isAwake } from '../routing/match.ts';
import type { WorthOf } from '../routing/match-context.ts';
import type { Cause, Notice } from '../routing/notice.ts';
import { dealHolds, type LiveShops, routedBy, stillListed, stillTrue } from '../routing/still-true.ts';
import type { Watch } from '../routing/watch.ts';
import { type LastDeliveries, lastPriceAt } from './last-delivery.ts';

/**
 * Why a feed or watch, as it is now, no longer asks for a notice; null: it does.
 * @param worthOf see `stillTrue`
 */
export function whyNoLongerAsked(
  subscription: Feed | Watch,
  { cause, target }: Notice,
  shops: LiveShops | null,
  now: number,
  worthOf: WorthOf | null,
): string | null {
  if (subscription.type === 'feed') {
    if (subscription.paused) return 'paused';
    if (subscription.channelId !== target.id) return 'moved to another channel';
    if (subscription.kind === 'deals' && cause.kind === 'change') {
      return postHolds(subscription, cause, shops, worthOf) ? null : 'no longer true';
    }
    return asksFor(subscription, cause) ? null : 'no longer asked for';
  }
  if (cause.kind === 'expiring') return subscription.expiresAt === cause.expiresAt ? null : 'ends at another time';
  if (cause.kind === 'absent') {
    const absence = subscription.absences?.[cause.part];
    if (absence === undefined || absence.backAt !== undefined) return 'back in the list of shops';
  }
  // What happened before the end is delivered, however long it had to wait.
  const at = cause.kind === 'change' ? Math.min(now, cause.change.at) : now;
  if (!isAwake(subscription, at)) return subscription.paused ? 'paused' : 'expired';
  return stillTrue(subscription, cause, shops, worthOf) ? null : 'no longer true';
}

/** Why a maker is no longer told that something left the list of shops, as the feed stands now; null if they are. */
export function whyAbsenceIsOver(cause: Cause, feed: (id: string) => Feed | Watch | null): string | null {
  if (cause.kind !== 'feed-absent') return null;
  const named = feed(cause.feedId);
  if (named === null) return 'removed';
  const absence = named.absences?.[cause.part];
  const isSame = absence?.since === cause.since && absence.backAt === undefined;
  return isSame ? null : 'back in the list of shops';
}

/** Why a shop that matched before is not delivered again; null: it did not match before, or is so much better now. */
export function whyHardlyBetter(
  subscription: Feed | Watch,
  cause: Cause,
  last: LastDeliveries,
  worthOf: WorthOf | null,
): string | null {
  const better = improvementIn(subscription, cause, worthOf);
  if (better === null) return null;
  return isWorthDelivering(subscription, better, lastPriceAt(subscription, better.shop, last))
    ? null
    : 'matched before, not 10 % better';
}

/** @returns the better price of a shop that matched before, if the notice is of one, else null */
export function improvementIn(subscription: Feed | Watch, cause: Cause, worthOf: WorthOf | null): Improvement | null {
  return cause.kind === 'change' ? improvementOf(subscription, cause.change, routedBy(cause, worthOf)) : null;
}

/** Whether a post of deals still has one. */
function postHolds(
  feed: Feed,
  cause: Extract<Cause, { kind: 'change' }>,
  shops: LiveShops | null,
  worthOf: WorthOf | null,
): boolean {
  return cause.listedWith === undefined
    ? dealHolds(feed, cause, shops, worthOf)
    : stillListed(feed, cause, shops, worthOf) !== null;
}

/** Whether a feed that may have been edited since still asks for this. That a painting was banned is not asked again. */
function asksFor(feed: Feed, cause: Cause): boolean {
  if (cause.kind === 'server') return feed.kind === 'health';
  return cause.kind !== 'change' || feedMatches(feed, cause.change, { market: null, isBanned: () => true });
}
