import { goodsSold } from '../market/deals/deal.ts';
import type { Identity } from '../market/item/item.ts';
import { LOWEST_DAYS, lowestInDays, type PastPrices } from '../market/prices/lowest.ts';
import { bestAsk } from '../market/prices/quotes.ts';
import type { TradeGroup } from '../market/prices/trade-group.ts';
import { unitPriceOf } from '../market/shops/unit-price.ts';
import type { LowestPrices } from '../ports/prices.ts';
import { PromiseCache } from '../time/promise-cache.ts';
import { type PriceSources, tradesKnownSince, withRenamedKeys } from './price-facts.ts';

const DAY_MS = 24 * 60 * 60_000;
/** A busy item's history takes some 25 ms to read, and prices of 30 days hardly change within a minute. */
const FRESH_MS = 60_000;
/** Items of a busy quarter of an hour; a busy item's prices take some kilobytes. */
const MOST_KEPT = 300;
/** A longer time without the stream hides prices: the days before it do not count. */
const LONG_OUTAGE_MS = DAY_MS;

type LowestSources = Omit<PriceSources, 'journal' | 'worths'> & {
  readonly journal: Pick<PriceSources['journal'], 'history' | 'priceSamples' | 'outages' | 'purchases'>;
};

/** Compares offers with the journal's history, reading that of an item at most once a minute. */
export function createLowestPrices(sources: LowestSources): LowestPrices {
  const { journal, market, now } = sources;
  const pasts = new PromiseCache<PastPrices>({ most: MOST_KEPT, freshMs: FRESH_MS, now });
  const watched = new PromiseCache<number>({ most: 1, freshMs: FRESH_MS, now });

  async function readWatchedFrom(): Promise<number> {
    const at = now();
    const since = at - LOWEST_DAYS * DAY_MS;
    const known = await tradesKnownSince(since, at, sources);
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
      // A bucket's beginning may be before the first day.
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

/** At each place, known or not, the lowest price that was paid. */
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
