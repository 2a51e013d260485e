import type { Change, ListedChange } from '../market/change.ts';
import { BestOf } from '../market/search/bounded-lists.ts';
import { matchShop } from '../market/search/match.ts';
import type { Shop } from '../market/shops/shop.ts';
import { inStock } from '../market/shops/unit-price.ts';
import { improvementOf } from './better-price.ts';
import { gathersUntil } from './claim-rules.ts';
import type { Feed } from './feed.ts';
import { feedMatches, isAwake, watchMatches } from './match.ts';
import { type Cause, type Routed, type Target, targetOf } from './notice.ts';
import { goodsFilterOf, type MatchContext } from './shop-news.ts';
import { dealsOfChange, isOfDeals } from './under-worth.ts';
import type { Watch } from './watch.ts';

/** Feeds and watches that a change may concern, each at most once. */
export interface Candidates {
  readonly feeds: readonly Feed[];
  readonly watches: readonly Watch[];
}

/**
 * Finds the candidates to which a change is delivered.
 * @param now epoch ms of the change's arrival
 * @returns one notice for each target, naming every feed or watch there that asked for it
 */
export function findRecipients(
  change: Change,
  { feeds, watches }: Candidates,
  now: number,
  context: MatchContext,
): readonly Routed[] {
  const matchingFeeds = feeds.filter((feed) => isForFeed(feed, change, context));
  const matchingWatches = watches.filter((watch) => isAwake(watch, now) && isForWatch(watch, change, context));
  if (matchingFeeds.length + matchingWatches.length === 0) return [];
  const all = [...matchingFeeds, ...matchingWatches];
  const worth = all.some(isOfDeals) ? dealsOfChange(change, context.worthOf).now?.worth : undefined;
  const cause = { kind: 'change', change, ...(worth !== undefined && { worth }) } as const;
  const notices = new NoticesByTarget(cause);
  for (const one of all) notices.add(one, gathersUntil(one, cause, now));
  return notices.all;
}

function isForFeed(feed: Feed, change: Change, context: MatchContext): boolean {
  return feedMatches(feed, change, context) || (!feed.paused && improvementOf(feed, change, context.worthOf) !== null);
}

/**
 * Returns whether a change matches a watch, or improves the price of a shop that matched already. Delivery compares an
 * improvement with the last delivered price.
 */
function isForWatch(watch: Watch, change: Change, context: MatchContext): boolean {
  return watchMatches(watch, change, context) || improvementOf(watch, change, context.worthOf) !== null;
}

interface GrowingNotice extends Routed {
  readonly subscriptionIds: string[];
  dueAt: number;
}

/** Merges the notices of one cause: one for each target, naming every feed or watch there that asked for it. */
export class NoticesByTarget {
  readonly all: Routed[] = [];
  readonly #cause: Cause;
  /** By the target's id. Null until the first notice, because most changes concern no target. */
  #known: Readonly<Record<Target['kind'], Map<string, GrowingNotice>>> | null = null;

  constructor(cause: Cause) {
    this.#cause = cause;
  }

  /** @param dueAt epoch ms; the earliest of a target counts */
  add(subscription: Feed | Watch, dueAt: number): void {
    const target = targetOf(subscription);
    this.#known ??= { channel: new Map(), user: new Map() };
    const notices = this.#known[target.kind];
    const known = notices.get(target.id);
    if (known === undefined) {
      const notice = { target, cause: this.#cause, subscriptionIds: [subscription.id], dueAt };
      notices.set(target.id, notice);
      this.all.push(notice);
    } else {
      known.subscriptionIds.push(subscription.id);
      known.dueAt = Math.min(known.dueAt, dueAt);
    }
  }
}

/** Number of shops that a notice of a flood names. Three or fewer new shops are no flood: each gets a notice. */
const FLOOD_SHOPS = 3;
/** Notices examined between two yields. */
const NOTICES_PER_SLICE = 64;

/** A listed shop, as a feed or watch ranks it. */
interface Ranked {
  readonly change: ListedChange;
  /** Null for a mixed container. */
  readonly unitPrice: number | null;
  /** Diamonds below the worth; 0 if no deals are asked for. */
  readonly saving: number;
  /** Worth of one of the goods, if it is a deal. */
  readonly worth: number | undefined;
}

interface Gathered {
  readonly subscription: Feed | Watch;
  readonly best: BestOf<Ranked>;
  readonly target: Routed['target'];
  count: number;
  dueAt: number;
}

/**
 * Replaces a flood of notices of new shops: a feed or watch with more than `FLOOD_SHOPS` gets one notice with their
 * number and the best. Yields often.
 * @param notices those of one snapshot that listed a flood of shops
 * @param subscriptionOf returns the feed or watch with this id, or undefined if it was removed; it then gets no notice
 */
export function* gatherListed(
  notices: readonly Routed[],
  subscriptionOf: (id: string) => Feed | Watch | undefined,
): Generator<void, readonly Routed[]> {
  const gathered = new Map<string, Gathered>();
  for (const [n, { target, cause, subscriptionIds, dueAt }] of notices.entries()) {
    if (n % NOTICES_PER_SLICE === 0) yield;
    if (cause.kind !== 'change' || cause.change.kind !== 'listed') continue;
    for (const id of subscriptionIds) {
      const subscription = gathered.get(id)?.subscription ?? subscriptionOf(id);
      if (subscription === undefined) continue;
      const known = gathered.get(id) ?? {
        subscription,
        best: new BestOf(FLOOD_SHOPS, byRank),
        target,
        count: 0,
        dueAt,
      };
      gathered.set(id, known);
      known.count += 1;
      known.dueAt = Math.min(known.dueAt, dueAt);
      known.best.add(rankedFor(subscription, cause.change, cause.worth));
    }
  }
  const floods = [...gathered.values()].filter(({ count }) => count > FLOOD_SHOPS);
  const flooded = new Set(floods.map(({ subscription }) => subscription.id));
  const left: Routed[] = [];
  for (const [n, notice] of notices.entries()) {
    if (n % NOTICES_PER_SLICE === 0) yield;
    const isListed = notice.cause.kind === 'change' && notice.cause.change.kind === 'listed';
    const subscriptionIds = isListed ? notice.subscriptionIds.filter((id) => !flooded.has(id)) : notice.subscriptionIds;
    if (subscriptionIds.length > 0) left.push({ ...notice, subscriptionIds });
  }
  return [...left, ...floods.flatMap(floodNoticeOf)];
}

function floodNoticeOf({ subscription, best, target, count, dueAt }: Gathered): Routed[] {
  const [first, ...others] = best.sorted();
  if (first === undefined) return [];
  // The journal merges notices with the same change object, so this notice gets a copy.
  const cause = {
    kind: 'change',
    change: { ...first.change },
    listedWith: {
      count,
      shops: others.map(({ change }) => change.shop),
      ...(first.worth !== undefined && { worths: others.map(({ worth = 0 }) => worth) }),
    },
    ...(first.worth !== undefined && { worth: first.worth }),
  } as const;
  return [{ target, cause, subscriptionIds: [subscription.id], dueAt }];
}

function rankedFor(subscription: Feed | Watch, change: ListedChange, worth: number | undefined): Ranked {
  const { shop } = change;
  const deal = isOfDeals(subscription) ? dealsOfChange(change, () => worth ?? null).now : null;
  if (deal !== null) return { change, unitPrice: deal.unitPrice, saving: deal.saving, worth };
  const unitPrice = matchShop(goodsFilterOf(subscription.filter), shop, shop.remaining)?.unitPrice ?? null;
  return { change, unitPrice, saving: 0, worth: undefined };
}

/**
 * Orders shops in stock first, then by the largest saving, then offers before buyers, the cheapest offer and the
 * best-paying buyer first.
 */
function byRank(a: Ranked, b: Ranked): number {
  const [one, other] = [a.change.shop, b.change.shop];
  const isEmpty = ({ change: { shop } }: Ranked) => Number(!inStock(shop, shop.remaining));
  const sideOf = ({ side }: Shop) => (side === 'ask' ? 0 : side === 'bid' ? 1 : 2);
  const isPriceless = ({ unitPrice }: Ranked) => Number(unitPrice === null);
  const byPrice = (a.unitPrice ?? 0) - (b.unitPrice ?? 0);
  return (
    isEmpty(a) - isEmpty(b) ||
    b.saving - a.saving ||
    sideOf(one) - sideOf(other) ||
    isPriceless(a) - isPriceless(b) ||
    (one.side === 'bid' ? -byPrice : byPrice) ||
    one.id - other.id
  );
}
