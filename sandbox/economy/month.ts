import { isStaple } from './catalogue.ts';
import type { Shop } from './domain.ts';
import type { Economy } from './economy.ts';
import type { PastEvent } from './past-event.ts';
import { createRandom, type Random } from './random.ts';

/** Number of events, the last of them before `until` (epoch ms). */
export interface MonthPlan {
  readonly seed: number;
  readonly events: number;
  readonly until: number;
}

/** An item as players trade it: its shop, its relative frequency, and its past price as a share of today's. */
interface Goods {
  readonly asks: readonly Shop[];
  readonly bids: readonly Shop[];
  readonly demand: number;
  priceShare(daysAgo: number): number;
}

const HOUR_MS = 60 * 60_000;
const HOURS = 30 * 24;
/** Share of auctions among trades and auctions on a live service: 759 of 1,190. */
const AUCTIONED = 0.64;
/** Share of sales among the trades of goods that shops both sell and buy. */
const SOLD_TO_SHOPS = 0.2;
/** Demand for a staple per shop. The demand for other goods is 0.05 to 4.05, and below 1 for most. */
const STAPLE_DEMAND = 4;
/** Number of bundles in a trade. */
const BUNDLES = [1, 1, 1, 2, 3, 5];
/** Activity by the hour of a day (UTC), out of 10: lowest at five, highest at eight in the evening. */
const BUSY_HOURS = [4, 3, 2, 1, 1, 1, 1, 2, 2, 3, 3, 4, 4, 4, 5, 6, 7, 8, 9, 10, 10, 9, 8, 6];

/**
 * Returns thirty days of trades and auctions in this market, oldest first. The same market and plan give the same
 * month.
 */
export function planMonth(
  economy: Pick<Economy, 'shops' | 'makeLot'>,
  { seed, events, until }: MonthPlan,
): PastEvent[] {
  const random = createRandom(seed);
  const goods = goodsOf(economy.shops(), random);
  const pickGoods = pickerOf(random, goods);
  const planned: PastEvent[] = [];
  while (planned.length < events && goods.length > 0) {
    const hoursAgo = random.unit() * HOURS;
    const at = Math.floor(until - hoursAgo * HOUR_MS) - 1;
    if (!random.chance((BUSY_HOURS[new Date(at).getUTCHours()] ?? 0) / 10)) continue;
    if (random.chance(AUCTIONED)) planned.push({ did: 'auction', at, ...economy.makeLot() });
    else planned.push(makeTrade(pickGoods(), at, hoursAgo / 24, random));
  }
  return planned.sort((left, right) => left.at - right.at);
}

function makeTrade({ asks, bids, priceShare }: Goods, at: number, daysAgo: number, random: Random): PastEvent {
  const did = asks.length === 0 || (bids.length > 0 && random.chance(SOLD_TO_SHOPS)) ? 'sell' : 'buy';
  const among = did === 'buy' ? asks : bids;
  const shop = betterOf(random.pick(among), random.pick(among), did);
  const price = Math.max(1, Math.round(shop.price * priceShare(daysAgo)));
  return { did, at, shopId: shop.id, bundles: random.pick(BUNDLES), price };
}

/** Players mostly choose the better one of two shops. */
function betterOf(one: Shop, other: Shop, did: 'buy' | 'sell'): Shop {
  const isCheaper = one.price / one.item.quantity < other.price / other.item.quantity;
  return isCheaper === (did === 'buy') ? one : other;
}

/** Shops that give nothing away and, if they sell, have stock. */
function goodsOf(shops: readonly Shop[], random: Random): Goods[] {
  const open = shops.filter(
    ({ type, price, remaining, item }) =>
      price > 0 && (type === 'BUYING' || (type === 'SELLING' && remaining >= item.quantity)),
  );
  return [...Map.groupBy(open, ({ item }) => item.type)].map(([type, traded]) => ({
    asks: traded.filter((shop) => shop.type === 'SELLING'),
    bids: traded.filter((shop) => shop.type === 'BUYING'),
    demand: traded.length * (isStaple(type) ? STAPLE_DEMAND : 0.05 + 4 * random.unit() ** 3),
    priceShare: createTrend(random),
  }));
}

/** The price as a share of today's: up and down by a fifth over weeks, and a little within days. */
function createTrend(random: Random): Goods['priceShare'] {
  const waves = [
    { height: (random.unit() - 0.5) * 0.4, days: random.integer(25, 60) },
    { height: (random.unit() - 0.5) * 0.1, days: random.integer(5, 12) },
  ];
  return (daysAgo) =>
    waves.reduce((share, { height, days }) => share + height * Math.sin((2 * Math.PI * daysAgo) / days), 1);
}

function pickerOf(random: Random, goods: readonly Goods[]): () => Goods {
  const demanded = goods.reduce((sum, { demand }) => sum + demand, 0);
  return () => {
    let left = random.unit() * demanded;
    for (const one of goods) {
      left -= one.demand;
      if (left < 0) return one;
    }
    return random.pick(goods);
  };
}
