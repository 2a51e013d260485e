import type { Change } from '../market/change.ts';
import { BestOf } from '../market/search/best-of.ts';
import { matchShop } from '../market/search/match.ts';
import type { Shop } from '../market/shops/shop.ts';
import { inStock } from '../market/shops/unit-price.ts';
import type { Feed } from './feed.ts';
import type { Routed } from './notice.ts';
import { goodsOf } from './shop-news.ts';
import { dealsOfChange, isOfDeals } from './under-worth.ts';
import type { Watch } from './watch.ts';

/** Shops that a notice of a flood names. Up to so many are announced one by one. */
export const FLOOD_SHOPS = 3;
/** Notices that are looked at between two yields. */
const SLICE = 64;

type Listed = Extract<Change, { readonly kind: 'listed' }>;

/**
 * One listed shop, as a feed or watch ranks it. `unitPrice` null: a mixed container has none. `saving`: diamonds under
 * the worth, 0 where no deals are asked for. `worth`: of one of its goods, where it is a deal.
 */
interface Ranked {
  readonly change: Listed;
  readonly unitPrice: number | null;
  readonly saving: number;
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
 * Replaces the notices of new shops by one for each feed or watch that has more than `FLOOD_SHOPS` of them: it counts
 * them, and names the best. Other notices stay as they are. Yields often.
 * @param notices of one snapshot that listed a flood of shops
 * @param subscriptionOf the feed or watch with this id; undefined if it is gone, then it is notified of none
 */
export function* gatherListed(
  notices: readonly Routed[],
  subscriptionOf: (id: string) => Feed | Watch | undefined,
): Generator<void, readonly Routed[]> {
  const gathered = new Map<string, Gathered>();
  for (const [n, { target, cause, subscriptionIds, dueAt }] of notices.entries()) {
    if (n % SLICE === 0) yield;
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
    if (n % SLICE === 0) yield;
    const isListed = notice.cause.kind === 'change' && notice.cause.change.kind === 'listed';
    const subscriptionIds = isListed ? notice.subscriptionIds.filter((id) => !flooded.has(id)) : notice.subscriptionIds;
    if (subscriptionIds.length > 0) left.push({ ...notice, subscriptionIds });
  }
  return [...left, ...floods.flatMap(noticeOf)];
}

function noticeOf({ subscription, best, target, count, dueAt }: Gathered): Routed[] {
  const [first, ...others] = best.sorted();
  if (first === undefined) return [];
  // A change of its own: the journal takes two notices of one change for the same news.
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

function rankedFor(subscription: Feed | Watch, change: Listed, worth: number | undefined): Ranked {
  const { shop } = change;
  const deal = isOfDeals(subscription) ? dealsOfChange(change, () => worth ?? null).now : null;
  if (deal !== null) return { change, unitPrice: deal.unitPrice, saving: deal.saving, worth };
  const unitPrice = matchShop(goodsOf(subscription.filter), shop, shop.remaining)?.unitPrice ?? null;
  return { change, unitPrice, saving: 0, worth: undefined };
}

/**
 * Shops in stock first, then the largest saving, then offers before buyers, the cheapest offer and the best-paying
 * buyer first.
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
