import { goodsSold } from '../market/deals/deal.ts';
import type { Identity } from '../market/item/item.ts';
import type { Market } from '../market/market.ts';
import { bestAsk } from '../market/prices/quotes.ts';
import type { PriceSample, TradeGroup } from '../market/prices/trade-group.ts';
import { type NoWorth, type Worth, worthOf } from '../market/prices/worth.ts';
import type { Location } from '../market/shops/shop.ts';
import { isSamePlace } from '../market/shops/shops-by-place.ts';
import { unitPriceOf } from '../market/shops/unit-price.ts';
import type { Journal } from '../ports/journal.ts';
import type { LowestPrices, Worths } from '../ports/prices.ts';
import { TimeSlice } from '../time/cooperate.ts';
import { DAY_MS } from '../time/durations.ts';
import { PromiseCache } from '../time/promise-cache.ts';
import { type PriceSources, withRenamedKeys } from './price-facts.ts';

const WORTH_PERIOD_MS = 30 * DAY_MS;
/**
 * Maximum age of a worth. A busy item's history takes some 25 ms to read, and messages, commands and alerts need the
 * same worth in short succession.
 */
const WORTH_FRESH_MS = 5_000;
const MOST_WORTHS = 20_000;

type ItemKey = { readonly key: string; readonly type: string };

/**
 * Computes worths from the journal's history, each at most once in five seconds. `/price`, `/deals` and alerts share
 * them and therefore show the same figure.
 */
export function createWorths(
  journal: Pick<Journal, 'history' | 'traded'>,
  market: () => Market | null,
  now: () => number,
): Worths {
  const single = new PromiseCache<Worth | NoWorth>({ most: MOST_WORTHS, freshMs: WORTH_FRESH_MS, now });
  const whole = new PromiseCache<ReadonlyMap<string, Worth>>({ most: 1, freshMs: WORTH_FRESH_MS, now });

  function of(item: ItemKey): Promise<Worth | NoWorth> {
    return single.get(item.key, () => computeWorth(item));
  }

  async function computeWorth({ key, type }: ItemKey): Promise<Worth | NoWorth> {
    const at = now();
    const item = withRenamedKeys({ key, type }, market());
    const history = await journal.history(item, at - WORTH_PERIOD_MS, at + 1);
    // Trades from before the shop was in a snapshot have no owner, so today's owner of the place is used.
    return worthOf(history, (location) => market()?.soleOwnerAt(location) ?? null);
  }

  async function computeAllWorths(): Promise<ReadonlyMap<string, Worth>> {
    const worths = new Map<string, Worth>();
    const slice = new TimeSlice();
    for (const item of await journal.traded(now() - WORTH_PERIOD_MS)) {
      if (!isOffered(item, market())) continue;
      const worth = await of(item);
      if (worth.worth !== null) worths.set(item.key, worth);
      await slice.yieldIfOver();
    }
    return worths;
  }

  return { of, all: () => whole.get('all', computeAllWorths) };
}

/** Whether a shop sells the item itself, or any variant of its type in a container. */
function isOffered({ key, type }: ItemKey, market: Market | null): boolean {
  return market !== null && ((market.ofKey(key)?.asks.length ?? 0) > 0 || market.containing(type).length > 0);
}

/**
 * Maximum age of past prices. A busy item's history takes some 25 ms to read, and 30-day prices hardly change in a
 * minute.
 */
const LOWEST_FRESH_MS = 60_000;
/** Limits cached items to those of a busy quarter of an hour. A busy item's prices take some kilobytes. */
const MOST_PAST_PRICES = 300;
/** An outage longer than a day hides prices, so the days before it do not count. */
const LONG_OUTAGE_MS = DAY_MS;

type LowestSources = Omit<PriceSources, 'journal' | 'worths'> & {
  readonly journal: Pick<PriceSources['journal'], 'history' | 'priceSamples' | 'outages'>;
};

/** Compares offers with the journal's history, which it reads at most once a minute per item. */
export function createLowestPrices(sources: LowestSources): LowestPrices {
  const { journal, market, tradesKnownSince, now } = sources;
  const pasts = new PromiseCache<PastPrices>({ most: MOST_PAST_PRICES, freshMs: LOWEST_FRESH_MS, now });
  const watched = new PromiseCache<number>({ most: 1, freshMs: LOWEST_FRESH_MS, now });

  async function readWatchedFrom(): Promise<number> {
    const at = now();
    const since = at - MAX_LOWEST_DAYS * DAY_MS;
    const known = await tradesKnownSince(since);
    const outages = await journal.outages(since);
    const ends = outages.flatMap(({ from, until }) => ((until ?? at) - from > LONG_OUTAGE_MS ? [until ?? at] : []));
    return Math.max(since, known ?? since, ...ends);
  }

  async function readPast({ key, type }: Identity): Promise<PastPrices> {
    const from = await watched.get('', readWatchedFrom);
    const at = now();
    const item = withRenamedKeys({ key, type }, market());
    const trades = await journal.history(item, from, at + 1);
    const samples = await journal.priceSamples(key, from, at + 1);
    const bought = trades.filter(({ kind }) => kind === 'purchase');
    return {
      ...{ from, now: at, paid: lowestByPlace(bought) },
      asks: samples.map((sample) => ({ at: sample.at, ask: sample.ask })),
      purchases: bought.reduce((sum, { trades }) => sum + trades, 0),
      // A bucket may begin before the first day.
      firstPaidAt: bought.length === 0 ? null : Math.max(from, bought[0]?.at ?? from),
    };
  }

  return {
    async daysOf(shop) {
      const goods = shop.side === 'ask' ? goodsSold(shop) : null;
      if (goods === null) return null;
      const unitPrice = unitPriceOf(shop) / goods.count;
      const current = market();
      const cheapest = current && bestAsk(current, goods.identity);
      if (cheapest && cheapest.unitPrice < unitPrice) return null;
      const past = await pasts.get(goods.identity.key, () => readPast(goods.identity));
      return lowestInDays({ unitPrice, location: shop.location }, past);
    },
  };
}

/** Returns the lowest price paid at each place, including one entry for unknown places. */
function lowestByPlace(purchases: readonly TradeGroup[]): PastPrices['paid'] {
  const places = Map.groupBy(purchases, ({ place }) => {
    if (place === null) return null;
    const { x, y, z, world } = place.location;
    return `${x} ${y} ${z} ${world}`;
  });
  return Array.from(places.values(), (groups) => ({
    unitPrice: groups.reduce((lowest, group) => Math.min(lowest, group.unitPrice), Number.POSITIVE_INFINITY),
    location: groups[0]?.place?.location ?? null,
  }));
}

/** Longest and shortest period for which a lowest price is stated, in days. */
const MAX_LOWEST_DAYS = 30;
const MIN_LOWEST_DAYS = 7;
/** Minimum number of known prices to compare with: purchases, plus days with a sampled ask. */
const MIN_KNOWN_PRICES = 5;

/**
 * The known prices of one identity from `from` to `now`, epoch ms. `from` is 30 days back, or later if Crier began to
 * watch later.
 */
export interface PastPrices {
  readonly from: number;
  readonly now: number;
  /** Best asks in order of time, each valid until the next; the first may be older than `from`. */
  readonly asks: readonly Pick<PriceSample, 'at' | 'ask'>[];
  /** Lowest price paid at each place, `location` null if unknown. */
  readonly paid: readonly { readonly unitPrice: number; readonly location: Location | null }[];
  readonly purchases: number;
  /** Time of the first purchase, or null if there is none. */
  readonly firstPaidAt: number | null;
}

/**
 * Computes for how many days an offer has been the lowest: its unit price is below every price that players paid and
 * below every sampled best ask of these days. An equal price does not qualify, or else each offer of a fixed price
 * would. An offer is not compared with itself: the latest samples with its price count as its own, and so do purchases
 * at its place.
 *
 * Asks are sampled once a day, so an ask that came and went unsold within a day is unknown. Crier needs a week of
 * watching, prices known for a week, and 5 or more of them.
 * @returns whole days, from 7 to 30, or null if it is not the lowest or too little is known
 */
export function lowestInDays(
  { unitPrice, location }: { readonly unitPrice: number; readonly location: Location },
  { from, now, asks, paid, purchases, firstPaidAt }: PastPrices,
): number | null {
  const days = Math.min(MAX_LOWEST_DAYS, Math.floor((now - from) / DAY_MS));
  if (days < MIN_LOWEST_DAYS) return null;
  const isOwn = (at: Location | null) => at !== null && isSamePlace(at, location);
  if (paid.some((one) => one.unitPrice < unitPrice || (one.unitPrice === unitPrice && !isOwn(one.location))))
    return null;
  const ownFrom = asks.findLastIndex(({ ask }) => ask !== unitPrice) + 1;
  const known = asks.slice(0, ownFrom).map(({ at, ask }, index) => ({
    ask,
    from: Math.max(at, from),
    until: asks[index + 1]?.at ?? now,
  }));
  const offered = known.filter((span): span is typeof span & { ask: number } => span.ask !== null && span.until > from);
  if (offered.some(({ ask }) => ask <= unitPrice)) return null;
  const offeredDays = offered.reduce((sum, span) => sum + (span.until - span.from) / DAY_MS, 0);
  const since = Math.min(offered[0]?.from ?? now, firstPaidAt ?? now);
  const isKnown = purchases + offeredDays >= MIN_KNOWN_PRICES && now - since >= MIN_LOWEST_DAYS * DAY_MS;
  return isKnown ? days : null;
}
