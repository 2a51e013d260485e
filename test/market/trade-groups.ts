import { BUCKET_MS, type TradeGroup, type TradePlace } from '../../src/market/prices/trade-group.ts';

/** A single trade of the stream. `at` is in epoch ms. */
export interface SingleTrade {
  readonly kind: TradeGroup['kind'];
  readonly at: number;
  readonly place: TradePlace | null;
  readonly count: number;
  readonly paid: number;
}

/** Returns the place of an owner's shop. */
export function placeOf(owner: string | null, x: number, z = 0, world = 'world'): TradePlace {
  return { location: { x, y: 64, z, world }, owner: owner === null ? null : { name: owner, uuid: `uuid-of-${owner}` } };
}

/** Returns a purchase of one item for 4 diamonds. */
export function single(more: Partial<SingleTrade> = {}): SingleTrade {
  return { kind: 'purchase', at: 0, place: placeOf('Ada', 0), count: 1, paid: 4, ...more };
}

/** Returns equal trades. */
export function times(trades: number, more: Partial<SingleTrade> = {}): SingleTrade[] {
  return Array.from({ length: trades }, () => single(more));
}

/** Groups single trades as the history stores them. */
export function grouped(singles: readonly SingleTrade[]): TradeGroup[] {
  const groups = new Map<string, TradeGroup>();
  // Caches the JSON text of each place, because equal trades share the object.
  const spelled = new Map<TradePlace | null, string>();
  for (const { kind, at, place, count, paid } of singles) {
    const bucket = Math.floor(at / BUCKET_MS) * BUCKET_MS;
    const unitPrice = paid / count;
    const where = spelled.get(place) ?? JSON.stringify(place);
    spelled.set(place, where);
    const name = `${kind} ${bucket} ${unitPrice} ${where}`;
    const known = groups.get(name) ?? { trades: 0, items: 0, paid: 0, lastAt: at };
    groups.set(name, {
      key: '0123456789abcdef',
      kind,
      at: bucket,
      place,
      unitPrice,
      trades: known.trades + 1,
      items: known.items + count,
      paid: known.paid + paid,
      lastAt: Math.max(known.lastAt, at),
    });
  }
  return [...groups.values()];
}

/** Returns the statistics of single trades, computed from their definitions. */
export function summaryByHand(singles: readonly SingleTrade[]) {
  if (singles.length === 0) return null;
  const prices = singles.map(({ paid, count }) => paid / count);
  return {
    median: percentileByHand(prices, 0.5),
    p10: prices.length < 5 ? Math.min(...prices) : percentileByHand(prices, 0.1),
    p90: prices.length < 5 ? Math.max(...prices) : percentileByHand(prices, 0.9),
    volume: singles.map(({ count }) => count).reduce((a, b) => a + b),
    trades: singles.length,
    shops: new Set(singles.flatMap(({ place }) => (place ? [JSON.stringify(place.location)] : []))).size,
    lastAt: singles.map(({ at }) => at).reduce((a, b) => Math.max(a, b)),
  };
}

/** Interpolates linearly between the two nearest trades, as spreadsheets do. */
function percentileByHand(prices: readonly number[], share: number): number {
  const sorted = prices.toSorted((a, b) => a - b);
  const place = (sorted.length - 1) * share;
  const near = sorted.flatMap((price, at) => (Math.abs(at - place) < 1 ? [price * (1 - Math.abs(at - place))] : []));
  return near.reduce((sum, part) => sum + part, 0);
}

/** Rounds prices, because their sums depend on the order of addition. */
export function rounded<T extends { median: number; p10: number; p90: number }>(summary: T | null): T | null {
  const round = (price: number) => Math.round(price * 1e9) / 1e9;
  return summary && { ...summary, median: round(summary.median), p10: round(summary.p10), p90: round(summary.p90) };
}
