import { goodsSold } from '../market/deals/deal.ts';
import type { Market } from '../market/market.ts';
import { buildReport, listedAtPlaces, ownerOf } from '../market/my-shops/build-report.ts';
import { monthBefore } from '../market/my-shops/report.ts';
import { playerKey } from '../market/player.ts';
import type { Location, Shop } from '../market/shops/shop.ts';
import type { Journal } from '../ports/journal.ts';
import type { OwnShops } from '../ports/own-shops.ts';
import type { TradesKnownSince, Worths } from '../ports/prices.ts';
import { shopsOf, uuidOf } from '../routing/person.ts';
import { inSlices } from '../time/cooperate.ts';
import { DAY_MS } from '../time/durations.ts';

/** Longest time since a look for which sales are added up. */
const MOST_LOOK_DAYS = 90;

interface OwnShopsSources {
  readonly journal: Pick<Journal, 'shopTrades' | 'listings' | 'oldShopsUntil' | 'outages'>;
  readonly worths: Pick<Worths, 'of'>;
  readonly market: () => Market | null;
  readonly tradesKnownSince: TradesKnownSince;
  /** When Crier first ran with this store, epoch ms. */
  readonly beganAt: number;
  /** Trades older than this are deleted. */
  readonly historyMs: number;
  readonly now: () => number;
}

/** Reports about players' shops, from the market and the journal. They need a snapshot. */
export function createOwnShops(sources: OwnShopsSources): OwnShops {
  const { journal, now } = sources;

  function requireMarket(): Market {
    const market = sources.market();
    if (market === null) throw new Error('a report needs a snapshot of the shops');
    return market;
  }

  return {
    async report(player, days, look, end) {
      const market = requireMarket();
      const at = now();
      const to = end ?? at;
      const from = to - days * DAY_MS;
      const keptSince = at - sources.historyMs;
      const lookedAt = look !== null && look >= Math.max(to - MOST_LOOK_DAYS * DAY_MS, keptSince) ? look : null;
      const monthAgo = monthBefore(to);
      const readFrom = Math.min(from, lookedAt ?? from, monthAgo);
      const uuid = uuidOf(player, market);
      const shops = shopsOf(player, market);
      const [trades, listings, oldShopsUntil, outages, worths, heardSince] = await Promise.all([
        uuid === null ? [] : journal.shopTrades(uuid, placesOf(shops), readFrom, to),
        uuid === null ? [] : journal.listings(uuid, monthAgo),
        journal.oldShopsUntil(),
        journal.outages(readFrom),
        worthsOfShops(shops, sources.worths),
        sources.tradesKnownSince(readFrom),
      ]);
      const knownSince = Math.max(heardSince ?? readFrom, keptSince);
      const report = await inSlices(
        buildReport({
          ...{ market, shops, trades, listings, outages, readFrom, from, to, lookedAt, worths },
          listingsFrom: monthAgo,
          uuid: uuid ?? playerKey(player.name),
          // Earlier listings were kept for a week only.
          knownSince: Math.max(knownSince, oldShopsUntil ?? knownSince),
          beganAt: sources.beganAt,
        }),
      );
      const shownFrom = Math.min(from, lookedAt ?? from);
      return {
        report,
        knownSince: knownSince > from ? knownSince : null,
        outages: outages.filter(({ until }) => until === null || until > shownFrom),
      };
    },

    async trades(player, from, to) {
      const market = requireMarket();
      const uuid = uuidOf(player, market);
      if (uuid === null) return [];
      const listingsFrom = monthBefore(to);
      const [trades, listings] = await Promise.all([
        journal.shopTrades(uuid, placesOf(shopsOf(player, market)), from, to),
        journal.listings(uuid, listingsFrom),
      ]);
      const facts = { market, listedAt: listedAtPlaces(listings), listingsFrom, beganAt: sources.beganAt };
      return trades.filter((trade) => ownerOf(trade, facts) === uuid);
    },
  };
}

function placesOf(shops: readonly Shop[]): readonly Location[] {
  return shops.map(({ location }) => location);
}

async function worthsOfShops(shops: readonly Shop[], worths: Pick<Worths, 'of'>): Promise<ReadonlyMap<string, number>> {
  const sold = shops.flatMap((shop) => (shop.side === 'ask' ? (goodsSold(shop)?.identity ?? []) : []));
  const goods = new Map(sold.map(({ key, type }) => [key, type]));
  const known = new Map<string, number>();
  for (const [key, type] of goods) {
    const { worth } = await worths.of({ key, type });
    if (worth !== null) known.set(key, worth);
  }
  return known;
}
