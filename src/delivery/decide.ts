import { findCurrentShop } from '../market/shops/similarity.ts';
import type { SubscriptionLookup } from '../ports/settings.ts';
import {
  type Improvement,
  improvementOf,
  isMuchBetter,
  isWorthDelivering,
  offeredPrice,
} from '../routing/better-price.ts';
import type { Feed } from '../routing/feed.ts';
import { feedMatches, isAwake } from '../routing/match.ts';
import { type Cause, type HoldReason, isSample, type Notice } from '../routing/notice.ts';
import { OWN_SHOP, withoutOwnShops } from '../routing/own-shops.ts';
import type { Person } from '../routing/person.ts';
import { quietUntil } from '../routing/quiet.ts';
import type { WorthOf } from '../routing/shop-news.ts';
import { dealHolds, type LiveShops, routedBy, stillListed, stillTrue } from '../routing/still-true.ts';
import type { Watch } from '../routing/watch.ts';
import { MINUTE_MS } from '../time/durations.ts';
import { type LastDeliveries, lastPriceAt, lastPriceOf } from './delivered-prices.ts';

/** The facts by which due notices are judged. */
export interface DecisionContext {
  readonly subscription: SubscriptionLookup['get'];
  /** Returns the feed or watch of any target that a cause names by id, or null if it was removed. */
  readonly feed: (id: string) => Feed | Watch | null;
  readonly person: SubscriptionLookup['person'];
  readonly quietOf: SubscriptionLookup['quietOf'];
  readonly shops: LiveShops | null;
  /** Worths of the deals among the notices, or null if they cannot be read or are not read yet. */
  readonly worthOf: WorthOf | null;
  readonly last: LastDeliveries;
  /** Ids of notices that passed before but did not fit into the last message. */
  readonly carriedOver: ReadonlySet<number>;
  /** Epoch ms. */
  readonly now: number;
}

/** Whether a notice is delivered for a feed or watch now. */
export type Decision =
  /** `beats` is the last delivered price if the notice's is so much better that it breaks the cool-down, else null. */
  | { readonly kind: 'deliver'; readonly beats: number | null }
  /** `until` is epoch ms. */
  | { readonly kind: 'hold'; readonly until: number; readonly held: HoldReason }
  | { readonly kind: 'drop'; readonly why: string };

/** A notice with a decision for each of its feeds and watches that still exists. */
interface NoticeDecisions {
  readonly notice: Notice;
  readonly decisions: readonly { readonly subscription: Feed | Watch; readonly decision: Decision }[];
}

/** `brokenCooldowns` maps ids of watches whose cool-down a better price breaks to the last delivered price. */
export interface Decisions {
  readonly decided: readonly NoticeDecisions[];
  readonly brokenCooldowns: ReadonlyMap<string, number>;
}

const DELIVER: Decision = { kind: 'deliver', beats: null };
const OVERTAKEN: Decision = { kind: 'drop', why: 'told at a later price' };

/**
 * Judges each notice for each of its feeds and watches, as if it were the only one. Two rules consider all notices: a
 * broken cool-down is over for all notices of its watch, and only the latest of a shop's improvements is delivered to
 * a watch.
 * @param notices the oldest first
 */
export function decideEach(notices: readonly Notice[], context: DecisionContext): Decisions {
  const alone = notices.map((due): NoticeDecisions => {
    const notice = withShopsLeft(due, context);
    const decisions = notice.subscriptionIds.flatMap((id) => {
      const subscription = context.subscription(id);
      return subscription === undefined ? [] : [{ subscription, decision: decide(subscription, notice, context) }];
    });
    return { notice, decisions };
  });
  const freed = findBrokenCooldowns(alone);
  const improved = new Set<string>();
  const decided = alone
    .toReversed()
    .map(({ notice, decisions }) => ({
      notice,
      decisions: decisions.map(({ subscription, decision }) => {
        const isFreed = decision.kind === 'hold' && decision.held === 'cooling' && freed.has(subscription.id);
        const own = isFreed ? DELIVER : decision;
        const key = own.kind === 'deliver' ? improvedShopKey(subscription, notice, context) : null;
        const isOvertaken = key !== null && improved.has(key);
        if (key !== null) improved.add(key);
        return { subscription, decision: isOvertaken ? OVERTAKEN : own };
      }),
    }))
    .reverse();
  return { decided, brokenCooldowns: findBrokenCooldowns(decided) };
}

/** @returns a key of the watch and the shop whose price got better, or null if the notice is of another kind */
function improvedShopKey(subscription: Feed | Watch, { cause }: Notice, context: DecisionContext): string | null {
  const better = improvementIn(subscription, cause, context.worthOf);
  if (better === null) return null;
  const { id } = (context.shops && findCurrentShop(better.shop, context.shops)) ?? better.shop;
  return `${subscription.id} ${id}`;
}

function findBrokenCooldowns(decided: readonly NoticeDecisions[]): ReadonlyMap<string, number> {
  const broken = new Map<string, number>();
  for (const { subscription, decision } of decided.flatMap(({ decisions }) => decisions)) {
    if (decision.kind === 'deliver' && decision.beats !== null) broken.set(subscription.id, decision.beats);
  }
  return broken;
}

/** Leaves only those shops of a flood that still hold and are not the user's own. A flood is for one feed or watch. */
function withShopsLeft(notice: Notice, { subscription, person, shops, worthOf }: DecisionContext): Notice {
  const { cause, subscriptionIds } = notice;
  if (cause.kind !== 'change' || cause.listedWith === undefined) return notice;
  const asker = subscriptionIds.map(subscription).find((one) => one !== undefined);
  if (asker === undefined) return notice;
  const others = withoutOwnShops(asker, userOf(asker, person), cause) ?? cause;
  return { ...notice, cause: (others.kind === 'change' && stillListed(asker, others, shops, worthOf)) || others };
}

function userOf(subscription: Feed | Watch, person: DecisionContext['person']): Person | null {
  return subscription.type === 'watch' ? person(subscription.userId) : null;
}

function decide(
  subscription: Feed | Watch,
  notice: Notice,
  { person, quietOf, shops, worthOf, last, carriedOver, now }: DecisionContext,
): Decision {
  const { cause } = notice;
  if (isSample(cause)) return DELIVER;
  const isCarriedOver = carriedOver.has(notice.id);
  const isOwn = withoutOwnShops(subscription, userOf(subscription, person), cause) === null;
  const why =
    (isOwn ? OWN_SHOP : null) ??
    whyNoLongerAsked(subscription, notice, shops, now, worthOf) ??
    (isCarriedOver ? null : whyHardlyBetter(subscription, cause, last, worthOf));
  if (why !== null) return { kind: 'drop', why };
  const quiet = quietOf(subscription);
  const quietEnd = quiet && quietUntil(quiet, now);
  if (quietEnd !== null) return { kind: 'hold', until: quietEnd, held: 'quiet' };
  if (subscription.type === 'feed' || cause.kind !== 'change') return DELIVER;
  const lastAt = last.get(subscription.id)?.at ?? null;
  if (lastAt !== null && subscription.repeat === 'once') return { kind: 'drop', why: 'told once' };
  if (subscription.snoozedUntil !== null && subscription.snoozedUntil > now) {
    return { kind: 'hold', until: subscription.snoozedUntil, held: 'snoozed' };
  }
  const until = lastAt === null || isAhead(lastAt, now) ? 0 : lastAt + subscription.cooldownMinutes * MINUTE_MS;
  if (until <= now || isCarriedOver) return DELIVER;
  const lastPrice = lastPriceOf(subscription, last);
  const price = lastPrice && offeredPrice(subscription, cause.change);
  return lastPrice && price && isMuchBetter(subscription, price, lastPrice)
    ? { kind: 'deliver', beats: lastPrice.unitPrice }
    : { kind: 'hold', until, held: 'cooling' };
}

/**
 * Returns whether a saved time lies in the future, because the clock was set back. Clocks of a fleet differ by less.
 */
const isAhead = (at: number, now: number) => at > now + MINUTE_MS;

/**
 * @param worthOf see `stillTrue`
 * @returns the reason why a feed or watch, as it is now, no longer asks for a notice, or null if it does
 */
function whyNoLongerAsked(
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
  // Events before the watch's end are delivered, however long they had to wait.
  const at = cause.kind === 'change' ? Math.min(now, cause.change.at) : now;
  if (!isAwake(subscription, at)) return subscription.paused ? 'paused' : 'expired';
  return stillTrue(subscription, cause, shops, worthOf) ? null : 'no longer true';
}

/** @returns the reason why the notice of an absence is out of date, or null if it is not */
export function whyAbsenceIsOver(cause: Cause, feed: (id: string) => Feed | Watch | null): string | null {
  if (cause.kind !== 'feed-absent') return null;
  const named = feed(cause.feedId);
  if (named === null) return 'removed';
  const absence = named.absences?.[cause.part];
  const isSame = absence?.since === cause.since && absence.backAt === undefined;
  return isSame ? null : 'back in the list of shops';
}

/** @returns the reason not to deliver a shop that matched before, or null if it did not match or is much better now */
function whyHardlyBetter(
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

/** @returns the better price of a shop that matched before, or null if the notice is of another kind */
function improvementIn(subscription: Feed | Watch, cause: Cause, worthOf: WorthOf | null): Improvement | null {
  return cause.kind === 'change' ? improvementOf(subscription, cause.change, routedBy(cause, worthOf)) : null;
}

/** Returns whether an alert of a `deals` feed still has a deal. */
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

/**
 * Returns whether a feed, which may have been edited since, still asks for this. Does not look up bans of paintings
 * again.
 */
function asksFor(feed: Feed, cause: Cause): boolean {
  if (cause.kind === 'server') return feed.kind === 'health';
  return cause.kind !== 'change' || feedMatches(feed, cause.change, { market: null, isBanned: () => true });
}
