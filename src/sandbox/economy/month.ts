import type { Shop } from './domain.ts';
import type { PastEvent } from './past-event.ts';
import { createRandom, type Random } from './random.ts';

/** So many events, the last of them before `until` (epoch ms). */
export interface MonthPlan {
  readonly seed: number;
  readonly events: number;
  readonly until: number;
}

/** An item as people trade it: where, how often compared with others, and its price then as a share of today's. */
interface Goods {
  readonly asks: readonly Shop[];
  readonly bids: readonly Shop[];
  readonly demand: number;
  priceShare(daysAgo: number): number;
}

const HOUR_MS = 60 * 60_000;
const HOURS = 30 * 24;
/** What every player needs all the time. */
const STAPLES =
  'SLIME_BLOCK DIAMOND IRON_INGOT GOLDEN_CARROT FIREWORK_ROCKET SHULKER_BOX ENDER_PEARL QUARTZ_BLOCK HOPPER TNT ELYTRA'.split(
    ' ',
  );
const STAPLE_DEMAND = 30;
/** How busy the hours of a day (UTC) are, of 10: hardly anybody at five, most at eight in the evening. */
const BUSY_HOURS = [4, 3, 2, 1, 1, 1, 1, 2, 2, 3, 3, 4, 4, 4, 5, 6, 7, 8, 9, 10, 10, 9, 8, 6];

/** Thirty days of trades and auctions at these shops, oldest first; the same shops and plan give the same month. */
export function planMonth(shops: readonly Shop[], { seed, events, until }: MonthPlan): PastEvent[] {
  const random = createRandom(seed);
  const goods = goodsOf(shops, random);
  const pickGoods = pickerOf(random, goods);
  const planned: PastEvent[] = [];
  while (planned.length < events && goods.length > 0) {
    const hoursAgo = random.unit() * HOURS;
    const at = Math.floor(until - hoursAgo * HOUR_MS) - 1;
    if (!random.chance((BUSY_HOURS[new Date(at).getUTCHours()] ?? 0) / 10)) continue;
    const event = makeEvent(pickGoods(), at, hoursAgo / 24, random);
    if (event) planned.push(event);
  }
  return planned.sort((left, right) => left.at - right.at);
}

/** Null: nobody trades it that way. */
function makeEvent({ asks, bids, priceShare }: Goods, at: number, daysAgo: number, random: Random): PastEvent | null {
  const side = random.unit();
  const bundles = random.integer(1, 3);
  if (side < 0.12 && asks.length > 0) {
    const { item, price } = random.pick(asks);
    const finalBid = Math.max(1, Math.round(price * bundles * priceShare(daysAgo) * (0.7 + random.unit() * 0.6)));
    return { did: 'auction', at, item: { ...item, quantity: 1 }, amount: item.quantity * bundles, finalBid };
  }
  const did = side < 0.8 ? 'buy' : 'sell';
  const among = did === 'buy' ? asks : bids;
  if (among.length === 0) return null;
  const shop = betterOf(random.pick(among), random.pick(among), did);
  const price = Math.max(1, Math.round(shop.price * priceShare(daysAgo)));
  return { did, at, shopId: shop.id, bundles, price };
}

/** Of two shops people mostly go to the one that is better for them. */
function betterOf(one: Shop, other: Shop, did: 'buy' | 'sell'): Shop {
  const isCheaper = one.price / one.item.quantity < other.price / other.item.quantity;
  return isCheaper === (did === 'buy') ? one : other;
}

/** Shops that give nothing away and, where they sell, have stock. */
function goodsOf(shops: readonly Shop[], random: Random): Goods[] {
  const open = shops.filter(
    ({ type, price, remaining, item }) => price > 0 && (type === 'BUYING' || remaining >= item.quantity),
  );
  return [...Map.groupBy(open, ({ item }) => item.type)].map(([type, traded]) => ({
    asks: traded.filter((shop) => shop.type === 'SELLING'),
    bids: traded.filter((shop) => shop.type === 'BUYING'),
    demand: STAPLES.includes(type) ? STAPLE_DEMAND : 0.05 + 4 * random.unit() ** 3,
    priceShare: createTrend(random),
  }));
}

/** Up and down by a fifth in some weeks, and a little within days; 1 today. */
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
