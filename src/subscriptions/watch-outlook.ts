import type { Market } from '../market/market.ts';
import { highestAtMost, isAtLeast, isAtMost, lowestAtLeast } from '../market/prices/shown-price.ts';
import type { Filter } from '../market/search/filter.ts';
import { findOffers } from '../market/search/offers.ts';
import type { Journal } from '../ports/journal.ts';
import type { Worths } from '../ports/prices.ts';
import type { Subscriptions } from '../ports/settings.ts';
import { isAwake } from '../routing/match.ts';
import { exceptOwn, isOwnNews } from '../routing/own-shops.ts';
import type { Person } from '../routing/person.ts';
import { simulateDeliveries } from '../routing/simulate-deliveries.ts';
import { dealNow, termsOfWatch } from '../routing/under-worth.ts';
import { STREAM_TRIGGERS, type Watch, type WatchTrigger } from '../routing/watch.ts';
import { inSlices } from '../time/cooperate.ts';
import { DAY_MS, WEEK_MS } from '../time/durations.ts';
import { changesFor, knownSince, worthsOf, worthsOfShops } from './evaluate.ts';

const LOOK_BACK_MS = 90 * DAY_MS;

interface OutlookParts {
  readonly market: () => Market | null;
  readonly journal: Pick<Journal, 'changes' | 'history' | 'latestChanges' | 'oldShopsUntil' | 'purchases'>;
  readonly worths: Worths;
  readonly subscriptions: Pick<Subscriptions, 'person' | 'watchesOf'>;
  /** Time of Crier's first start, epoch ms. No earlier change is known. */
  readonly beganAt: number;
  readonly now: () => number;
}

/** Returns the outlook of a watch that was just saved, by the present market. */
export async function outlookOf(watch: Watch, parts: OutlookParts) {
  const [matching, lastWeek, extreme] = await Promise.all([
    matchingNow(watch, parts),
    lastWeekOf(watch, parts),
    extremeSeen(watch, parts),
  ]);
  return { matching, lastWeek, extreme };
}

/** Whether its owner has other active watches. */
export async function hasOthersOn({ id, userId }: Watch, { subscriptions, now }: OutlookParts): Promise<boolean> {
  return (await subscriptions.watchesOf(userId)).some((other) => other.id !== id && isAwake(other, now()));
}

/** @returns the shops that match now, or null if the watch waits for an event */
export async function matchingNow(
  watch: Watch,
  { market, worths, subscriptions }: Pick<OutlookParts, 'market' | 'worths' | 'subscriptions'>,
) {
  const { trigger, price, filter } = watch;
  const current = market();
  const except = exceptOwn(filter, await subscriptions.person(watch.userId));
  if (current && trigger === 'under-worth') return dealsNow(watch, current, worths, except);
  if (!current || price === null || (trigger !== 'at-or-below' && trigger !== 'at-or-above')) return null;
  const isBelow = trigger === 'at-or-below';
  const side = isBelow ? 'buy' : 'sell';
  const { maxPrice, minPrice } = filter;
  const bounded: Filter = isBelow
    ? {
        ...filter,
        maxPrice: maxPrice !== undefined && highestAtMost(maxPrice) < highestAtMost(price) ? maxPrice : price,
      }
    : {
        ...filter,
        minPrice: minPrice !== undefined && lowestAtLeast(minPrice) > lowestAtLeast(price) ? minPrice : price,
      };
  const found = await inSlices(
    findOffers(current, { side, filter: bounded, sort: 'price', outOfStock: false, except }),
  );
  // The search also finds buyers without room.
  const offers = found.offers.filter(({ inStock }) => inStock);
  return { offers, total: isBelow ? found.total : found.total - found.empty };
}

/** Triggers that wait for an offer, so that the best present offer shows the distance to the goal. */
const OF_OFFERS: readonly WatchTrigger[] = ['at-or-below', 'at-or-above', 'listed', 'restocked', 'sold-out'];

/**
 * Finds the best present price of an item among the shops that the watch's filters accept, without the user's own,
 * whatever price the watch waits for.
 * @param person the watch's user
 * @returns diamonds, null if no such shop has the item, or undefined if the watch waits for no offer
 */
export async function nearestPrice(
  { trigger, filter }: Watch,
  market: Market,
  person: Person | null,
): Promise<number | null | undefined> {
  if (!OF_OFFERS.includes(trigger)) return undefined;
  const isSelling = trigger === 'at-or-above';
  const { maxPrice, minPrice, ...others } = filter;
  const free: Filter = {
    ...others,
    ...(isSelling ? maxPrice !== undefined && { maxPrice } : minPrice !== undefined && { minPrice }),
  };
  const except = exceptOwn(filter, person);
  const side = isSelling ? 'sell' : 'buy';
  const query = { side, filter: free, sort: 'price', outOfStock: false, limit: 1, except } as const;
  const [best] = (await inSlices(findOffers(market, query))).offers;
  return best?.inStock ? best.match.unitPrice : null;
}

/** Returns the shops that an `under-worth` watch matches now, the largest saving first. */
async function dealsNow(watch: Watch, market: Market, worths: Worths, except: string | undefined) {
  // Price bounds apply to the goods, which may be inside a container.
  const { maxPrice: _max, minPrice: _min, ...filter } = watch.filter;
  const asked = { side: 'buy', filter, sort: 'price', outOfStock: false, except } as const;
  const { offers } = await inSlices(findOffers(market, asked));
  const worthOf = await worthsOfShops(
    offers.map(({ shop }) => shop),
    filter.item === undefined,
    worths,
  );
  const deals = offers.flatMap((offer) => {
    const deal = dealNow(termsOfWatch(watch), offer.shop, offer.remaining, worthOf);
    return deal === null ? [] : [{ offer, saving: deal.saving }];
  });
  deals.sort((a, b) => b.saving - a.saving);
  return { offers: deals.map(({ offer }) => offer), total: deals.length };
}

/**
 * Counts the messages that the watch would have sent in the last seven days.
 * @returns null for `my-shop`, which would need the whole market
 */
async function lastWeekOf(watch: Watch, { journal, subscriptions, worths, beganAt, now }: OutlookParts) {
  if (watch.trigger === 'my-shop') return null;
  const weekAgo = now() - WEEK_MS;
  const changes = await changesFor(watch, journal, weekAgo);
  const person = await subscriptions.person(watch.userId);
  const quiet = person?.quiet ?? null;
  const isOnStream = STREAM_TRIGGERS.includes(watch.trigger);
  const since = await knownSince(isOnStream, changes, weekAgo, { journal, beganAt });
  const worthOf = watch.trigger === 'under-worth' ? await worthsOf(changes, watch.item === null, worths) : undefined;
  const others = changes.filter((change) => !isOwnNews(watch, person, change));
  return {
    times: simulateDeliveries(watch, others, quiet, now(), worthOf).length,
    since: since > weekAgo ? since : null,
  };
}

/**
 * Finds the best unit price that shops ask now or players paid them in 90 days; for a watch on buyers, the best that
 * shops bid or paid.
 * @returns null unless the watch's price is better than that
 */
async function extremeSeen({ item, trigger, price }: Watch, parts: OutlookParts): Promise<number | null> {
  if (item === null || price === null || (trigger !== 'at-or-below' && trigger !== 'at-or-above')) return null;
  const now = parts.now();
  const history = await parts.journal.history(item, now - LOOK_BACK_MS, now + 1);
  const [side, kind] = trigger === 'at-or-below' ? (['buy', 'purchase'] as const) : (['sell', 'sale'] as const);
  const seen = history.flatMap((group) => (group.kind === kind ? [group.unitPrice] : []));
  const market = parts.market();
  const filter: Filter = { item, containers: true };
  const asked = { side, filter, sort: 'price', outOfStock: false, limit: 1 } as const;
  const best = market && (await inSlices(findOffers(market, asked))).offers[0];
  if (best?.inStock && best.match.unitPrice !== null) seen.push(best.match.unitPrice);
  if (seen.length === 0) return null;
  const extreme = seen.reduce((a, b) => (trigger === 'at-or-below' ? Math.min(a, b) : Math.max(a, b)));
  const isBeyond = trigger === 'at-or-below' ? !isAtMost(extreme, price) : !isAtLeast(extreme, price);
  return isBeyond ? extreme : null;
}
