import type { Journal } from '../ports/journal.ts';
import { betterWay, type DeliveredPrice, isMuchBetter, priceTold } from '../routing/better-price.ts';
import type { Feed } from '../routing/feed.ts';
import { type Improvement, improvementOf, isWorthDelivering } from '../routing/improvement.ts';
import { feedMatches, isAwake } from '../routing/match.ts';
import { type Cause, type Held, isSample, type Notice } from '../routing/notice.ts';
import { type QuietHours, quietUntil } from '../routing/quiet.ts';
import { type LiveShops, stillTrue } from '../routing/still-true.ts';
import type { Watch } from '../routing/watch.ts';

/** What a re-check reads. `cleared`: notices that passed before and only found no room in the last message. */
export interface Against {
  readonly subscription: (id: string) => Feed | Watch | undefined;
  readonly quietOf: (subscription: Feed | Watch) => QuietHours | null;
  readonly shops: LiveShops | null;
  readonly lastDeliveredAt: Journal['lastDeliveredAt'];
  readonly lastDeliveredPrice: Journal['lastDeliveredPrice'];
  readonly cleared: ReadonlySet<number>;
  readonly now: number;
}

/**
 * Whether a feed or watch may tell a notice now. `beats`: the last price told, which the notice's is so much better than
 * that the cool-down does not hold it back; null: nothing held it back.
 */
export type Standing =
  | { readonly kind: 'tells'; readonly beats: number | null }
  | { readonly kind: 'held'; readonly until: number; readonly held: Held }
  | { readonly kind: 'out'; readonly why: string };

/** A notice, and how each of its sources that still exists stands to it. */
export interface Judged {
  readonly notice: Notice;
  readonly standings: readonly { readonly subscription: Feed | Watch; readonly standing: Standing }[];
}

const TELLS: Standing = { kind: 'tells', beats: null };

/**
 * Judges each notice for each of its sources, as if it were the only one; but of a shop's prices that got better and
 * better, a watch tells only the latest.
 * @param notices the oldest first
 */
export async function judgeEach(notices: readonly Notice[], against: Against): Promise<Judged[]> {
  const lastDelivery = lastDeliveries(against);
  const improved = new Set<string>();
  const judged: Judged[] = [];
  for (const notice of notices.toReversed()) {
    const standings: { subscription: Feed | Watch; standing: Standing }[] = [];
    for (const subscription of notice.subscriptionIds.map(against.subscription)) {
      if (subscription === undefined) continue;
      const standing = await judge(subscription, notice, lastDelivery, against);
      const better = standing.kind === 'tells' ? improvementIn(subscription, notice.cause) : null;
      const key = better && `${subscription.id} ${better.shop}`;
      const isOvertaken = key !== null && improved.has(key);
      if (key !== null) improved.add(key);
      standings.push({
        subscription,
        standing: isOvertaken ? { kind: 'out', why: 'told at a later price' } : standing,
      });
    }
    judged.push({ notice, standings });
  }
  return judged.reverse();
}

function improvementIn(subscription: Feed | Watch, cause: Cause): Improvement | null {
  return subscription.type === 'watch' && cause.kind === 'change' ? improvementOf(subscription, cause.change) : null;
}

/** The watches that a better price frees from their cool-down, by id, each with the price that was told last. */
export function freedAmong(judged: readonly Judged[]): ReadonlyMap<string, number> {
  const freed = new Map<string, number>();
  for (const { subscription, standing } of judged.flatMap(({ standings }) => standings)) {
    if (standing.kind === 'tells' && standing.beats !== null) freed.set(subscription.id, standing.beats);
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
function lastDeliveries({ lastDeliveredAt, lastDeliveredPrice }: Against): LastDeliveries {
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

async function judge(
  subscription: Feed | Watch,
  notice: Notice,
  lastDelivery: LastDeliveries,
  { quietOf, shops, cleared, now }: Against,
): Promise<Standing> {
  const { cause } = notice;
  if (isSample(cause)) return TELLS;
  const why =
    outOf(subscription, notice, shops, now) ??
    (cleared.has(notice.id) ? null : await hardlyBetter(subscription, cause, lastDelivery));
  if (why !== null) return { kind: 'out', why };
  const quiet = quietOf(subscription);
  const quietEnd = quiet && quietUntil(quiet, now);
  if (quietEnd !== null) return { kind: 'held', until: quietEnd, held: 'quiet' };
  if (subscription.type === 'feed' || cause.kind !== 'change') return TELLS;
  const last = await lastDelivery(subscription);
  if (last.at !== null && subscription.repeat === 'once') return { kind: 'out', why: 'told once' };
  if (subscription.snoozedUntil !== null && subscription.snoozedUntil > now) {
    return { kind: 'held', until: subscription.snoozedUntil, held: 'snoozed' };
  }
  const until = last.at === null ? 0 : last.at + subscription.cooldownMinutes * 60_000;
  if (until <= now || cleared.has(notice.id)) return TELLS;
  const price = last.price && priceTold(subscription, cause.change);
  return last.price && price && isMuchBetter(subscription, price, last.price)
    ? { kind: 'tells', beats: last.price.unitPrice }
    : { kind: 'held', until, held: 'cooling' };
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
