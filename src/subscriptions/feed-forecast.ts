import type { Change } from '../market/change.ts';
import type { Journal } from '../ports/journal.ts';
import type { Worths } from '../ports/prices.ts';
import {
  type DeliveredPrice,
  dealPriceOf,
  improvementOf,
  isWorthDelivering,
  shopPriceKey,
} from '../routing/better-price.ts';
import { type Burst, debouncedUntil } from '../routing/claim-rules.ts';
import { type Feed, type FeedKind, PAID_KINDS } from '../routing/feed.ts';
import { feedMatches } from '../routing/match.ts';
import { EMPTY_MATCH_CONTEXT, type WorthOf } from '../routing/shop-news.ts';
import { isOfDeals, isOfferChange } from '../routing/under-worth.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, WEEK_MS } from '../time/durations.ts';
import { knownSince, worthsOf } from './evaluate.ts';

/** Limits the changes that are read: in a busier market the latest ones are enough. */
const MOST_FORECAST_CHANGES = 20_000;
/** Kinds that nothing in the journal foretells. */
const UNFORESEEN: readonly FeedKind[] = ['health', 'banned-paintings'];

/** Messages per day above which a channel is flooded, and below which a suggested least value must bring it. */
const MANY_PER_DAY = 48;
const FEW_PER_DAY = 24;
/** Least values that are suggested, in diamonds. */
const LEAST_VALUES = [10, 50, 100, 500, 1_000, 5_000, 10_000, 100_000];

/**
 * The number of messages that a feed may post.
 * - `unknown`: less than an hour is known.
 * - `so-far`: less than a day is known, since `since` (epoch ms).
 * - `rate`: messages per day; `fewer` is a least value that reduces them, or null if there is none worth suggesting.
 */
export type FeedForecast =
  | { readonly kind: 'unknown' }
  | { readonly kind: 'so-far'; readonly since: number; readonly messages: number }
  | {
      readonly kind: 'rate';
      readonly perDay: number;
      readonly since: number;
      readonly fewer: { readonly minValue: number; readonly perDay: number } | null;
    };

interface ForecastParts {
  readonly journal: Pick<Journal, 'changes' | 'latestChanges' | 'oldShopsUntil' | 'purchases'>;
  readonly worths: Worths;
  /** Time of Crier's first start, epoch ms. No earlier change is known. */
  readonly beganAt: number;
  readonly now: () => number;
}

/**
 * Forecasts feeds without an item that are made together, with one reading of the journal.
 * @returns the forecasts by the feeds' ids, null for a feed that nothing foretells
 */
export async function forecastsOf(
  feeds: readonly Feed[],
  parts: ForecastParts,
): Promise<ReadonlyMap<string, FeedForecast | null>> {
  let latest: Promise<readonly Change[]> | undefined;
  const readLatest = (from: number) => {
    latest ??= parts.journal.latestChanges(from, MOST_FORECAST_CHANGES);
    return latest;
  };
  const forecasts = new Map<string, FeedForecast | null>();
  for (const feed of feeds) forecasts.set(feed.id, await forecastBy(feed, readLatest, parts));
  return forecasts;
}

/**
 * Forecasts the messages of a feed from the changes of the last week.
 * @returns null if nothing foretells the feed
 */
export function forecastOf(feed: Feed, parts: ForecastParts): Promise<FeedForecast | null> {
  return forecastBy(feed, (from) => parts.journal.latestChanges(from, MOST_FORECAST_CHANGES), parts);
}

async function forecastBy(
  feed: Feed,
  readLatest: (from: number) => Promise<readonly Change[]>,
  parts: ForecastParts,
): Promise<FeedForecast | null> {
  if (UNFORESEEN.includes(feed.kind)) return null;
  const now = parts.now();
  const weekAgo = now - WEEK_MS;
  const type = feed.filter.item?.type;
  const changes = await (type === undefined ? readLatest(weekAgo) : parts.journal.changes(type, weekAgo));
  const isCut = type === undefined && changes.length === MOST_FORECAST_CHANGES;
  const known = await knownSince(PAID_KINDS.includes(feed.kind), changes, weekAgo, parts);
  const since = isCut ? (changes[0]?.at ?? now) : Math.max(weekAgo, known);
  const awake = { ...feed, paused: false };
  const worthOf = feed.kind === 'deals' ? await worthsOf(changes, type === undefined, parts.worths) : undefined;
  const messages = countMessages(awake, changes, worthOf);
  if (now - since < HOUR_MS) return { kind: 'unknown' };
  if (now - since < DAY_MS && !isCut) return { kind: 'so-far', since, messages };
  const perDay = (count: number) => (count * DAY_MS) / (now - since);
  const rate = perDay(messages);
  const fewer = rate > MANY_PER_DAY ? fewerOf(awake, changes, perDay) : null;
  return { kind: 'rate', perDay: rate, since, fewer };
}

function fewerOf(feed: Feed, changes: readonly Change[], perDay: (count: number) => number) {
  if (!PAID_KINDS.includes(feed.kind)) return null;
  for (const minValue of LEAST_VALUES.filter((value) => value > feed.minValue)) {
    const rate = perDay(countMessages({ ...feed, minValue }, changes));
    if (rate <= FEW_PER_DAY) return rate >= 1 ? { minValue, perDay: rate } : null;
  }
  return null;
}

/**
 * Counts the messages that a feed would have posted for these changes: changes within one debounce or one interval
 * share a message. Quiet hours are not considered, nor changes that fill several messages.
 * @param changes in the order of their times
 * @param worthOf judges `deals` by today's worths, because earlier ones are not kept
 */
export function countMessages(feed: Feed, changes: readonly Change[], worthOf?: WorthOf): number {
  const context = { ...EMPTY_MATCH_CONTEXT, ...(worthOf && { worthOf }) };
  const lastAtShops = new Map<string, DeliveredPrice>();
  const times = changes.flatMap((change) => (posts(change) ? [change.at] : []));
  if (feed.everyMinutes > 0) return new Set(times.map((at) => Math.floor(at / (feed.everyMinutes * MINUTE_MS)))).size;
  let messages = 0;
  let burst: Burst | null = null;
  for (const at of times) {
    if (burst !== null && at <= debouncedUntil(burst)) {
      burst = { first: burst.first, last: at };
      continue;
    }
    messages += 1;
    burst = { first: at, last: at };
  }
  return messages;

  function posts(change: Change): boolean {
    const better = improvementOf(feed, change, worthOf);
    const last = better && (lastAtShops.get(shopPriceKey('', better.shop)) ?? null);
    if (better === null ? !feedMatches(feed, change, context) : !isWorthDelivering(feed, better, last)) return false;
    const price = isOfDeals(feed) && isOfferChange(change) ? dealPriceOf(change.shop) : null;
    if (price !== null && isOfferChange(change)) lastAtShops.set(shopPriceKey('', change.shop), price);
    return true;
  }
}
