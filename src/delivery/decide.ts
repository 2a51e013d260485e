import type { Journal } from '../ports/journal.ts';
import { betterWay, type DeliveredPrice, isMuchBetter, offeredPrice } from '../routing/better-price.ts';
import type { Feed } from '../routing/feed.ts';
import { type Improvement, improvementOf, isWorthDelivering } from '../routing/improvement.ts';
import { feedMatches, isAwake } from '../routing/match.ts';
import { type Cause, type Held, isSample, type Notice } from '../routing/notice.ts';
import { type QuietHours, quietUntil } from '../routing/quiet.ts';
import { type LiveShops, stillTrue } from '../routing/still-true.ts';
import type { Watch } from '../routing/watch.ts';

/** What a re-check reads. `cleared`: notices that passed before and only found no room in the last message. */
export interface DecisionContext {
  readonly subscription: (id: string) => Feed | Watch | undefined;
  readonly quietOf: (subscription: Feed | Watch) => QuietHours | null;
  readonly shops: LiveShops | null;
  readonly lastDeliveredAt: Journal['lastDeliveredAt'];
  readonly lastDeliveredPrice: Journal['lastDeliveredPrice'];
  readonly carriedOver: ReadonlySet<number>;
  readonly now: number;
}

/**
 * Whether a feed or watch may tell a notice now. `beats`: the last price told, which the notice's is so much better than
 * that the cool-down does not hold it back; null: nothing held it back.
 */
export type Decision =
  | { readonly kind: 'deliver'; readonly beats: number | null }
  | { readonly kind: 'hold'; readonly until: number; readonly held: Held }
  | { readonly kind: 'drop'; readonly why: string };

/** A notice, and how each of its sources that still exists stands to it. */
export interface NoticeDecisions {
  readonly notice: Notice;
  readonly decisions: readonly { readonly subscription: Feed | Watch; readonly decision: Decision }[];
}

const DELIVER: Decision = { kind: 'deliver', beats: null };

/**
 * Judges each notice for each of its sources, as if it were the only one; but of a shop's prices that got better and
 * better, a watch tells only the latest.
 * @param notices the oldest first
 */
export async function decideEach(notices: readonly Notice[], context: DecisionContext): Promise<NoticeDecisions[]> {
  const lastDelivery = lastDeliveries(context);
  const improved = new Set<string>();
  const judged: NoticeDecisions[] = [];
  for (const notice of notices.toReversed()) {
    const decisions: { subscription: Feed | Watch; decision: Decision }[] = [];
    for (const subscription of notice.subscriptionIds.map(context.subscription)) {
      if (subscription === undefined) continue;
      const decision = await decide(subscription, notice, lastDelivery, context);
      const better = decision.kind === 'deliver' ? improvementIn(subscription, notice.cause) : null;
      const key = better && `${subscription.id} ${better.shop}`;
      const isOvertaken = key !== null && improved.has(key);
      if (key !== null) improved.add(key);
      decisions.push({
        subscription,
        decision: isOvertaken ? { kind: 'drop', why: 'told at a later price' } : decision,
      });
    }
    judged.push({ notice, decisions });
  }
  return judged.reverse();
}

function improvementIn(subscription: Feed | Watch, cause: Cause): Improvement | null {
  return subscription.type === 'watch' && cause.kind === 'change' ? improvementOf(subscription, cause.change) : null;
}

/** The watches that a better price frees from their cool-down, by id, each with the price that was told last. */
export function cooldownsBrokenBy(judged: readonly NoticeDecisions[]): ReadonlyMap<string, number> {
  const freed = new Map<string, number>();
  for (const { subscription, decision } of judged.flatMap(({ decisions }) => decisions)) {
    if (decision.kind === 'deliver' && decision.beats !== null) freed.set(subscription.id, decision.beats);
  }
  return freed;
}

/** When a watch last told, epoch ms, and the best price then; both null: never. */
interface LastDelivery {
  readonly at: number | null;
  readonly price: DeliveredPrice | null;
}

type LastDeliveries = (watch: Watch) => Promise<LastDelivery>;

/** Asks the journal of each watch once. */
function lastDeliveries({ lastDeliveredAt, lastDeliveredPrice }: DecisionContext): LastDeliveries {
  const known = new Map<string, LastDelivery>();
  return async (watch) => {
    const found = known.get(watch.id) ?? {
      at: await lastDeliveredAt(watch.id),
      price: betterWay(watch) !== null ? await lastDeliveredPrice(watch.id) : null,
    };
    known.set(watch.id, found);
    return found;
  };
}

async function decide(
  subscription: Feed | Watch,
  notice: Notice,
  lastDelivery: LastDeliveries,
  { quietOf, shops, carriedOver, now }: DecisionContext,
): Promise<Decision> {
  const { cause } = notice;
  if (isSample(cause)) return DELIVER;
  const why =
    outOf(subscription, notice, shops, now) ??
    (carriedOver.has(notice.id) ? null : await hardlyBetter(subscription, cause, lastDelivery));
  if (why !== null) return { kind: 'drop', why };
  const quiet = quietOf(subscription);
  const quietEnd = quiet && quietUntil(quiet, now);
  if (quietEnd !== null) return { kind: 'hold', until: quietEnd, held: 'quiet' };
  if (subscription.type === 'feed' || cause.kind !== 'change') return DELIVER;
  const last = await lastDelivery(subscription);
  if (last.at !== null && subscription.repeat === 'once') return { kind: 'drop', why: 'told once' };
  if (subscription.snoozedUntil !== null && subscription.snoozedUntil > now) {
    return { kind: 'hold', until: subscription.snoozedUntil, held: 'snoozed' };
  }
  const until = last.at === null ? 0 : last.at + subscription.cooldownMinutes * 60_000;
  if (until <= now || carriedOver.has(notice.id)) return DELIVER;
  const price = last.price && offeredPrice(subscription, cause.change);
  return last.price && price && isMuchBetter(subscription, price, last.price)
    ? { kind: 'deliver', beats: last.price.unitPrice }
    : { kind: 'hold', until, held: 'cooling' };
}

/** Why a source has no part in a notice any more; null: it has. */
function outOf(
  subscription: Feed | Watch,
  { cause, target }: Notice,
  shops: LiveShops | null,
  now: number,
): string | null {
  if (subscription.type === 'feed') {
    if (subscription.paused) return 'paused';
    if (subscription.channelId !== target.id) return 'moved to another channel';
    return asksFor(subscription, cause) ? null : 'no longer asked for';
  }
  if (cause.kind === 'expiring') return subscription.expiresAt === cause.expiresAt ? null : 'ends at another time';
  // What happened before the end is told, however long it had to wait.
  const at = cause.kind === 'change' ? Math.min(now, cause.change.at) : now;
  if (!isAwake(subscription, at)) return subscription.paused ? 'paused' : 'expired';
  return stillTrue(subscription, cause, shops) ? null : 'no longer true';
}

/** Why a shop that matched before is not told again; null: it has not, or its price is so much better. */
async function hardlyBetter(
  subscription: Feed | Watch,
  cause: Cause,
  lastDelivery: LastDeliveries,
): Promise<string | null> {
  const better = improvementIn(subscription, cause);
  if (better === null || subscription.type === 'feed') return null;
  const { price } = await lastDelivery(subscription);
  return isWorthDelivering(subscription, better, price) ? null : 'matched before, not 10 % better';
}

/** Whether a feed that may have been edited since still asks for this. That a painting was banned is not asked again. */
function asksFor(feed: Feed, cause: Cause): boolean {
  if (cause.kind === 'server') return feed.kind === 'health';
  return cause.kind !== 'change' || feedMatches(feed, cause.change, { market: null, isBanned: () => true });
}
