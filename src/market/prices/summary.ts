import { DAY_MS } from '../../time/durations.ts';
import type { Location, Owner } from '../shops/shop.ts';
import { placeKey } from '../shops/shops-by-place.ts';
import { BUCKET_MS, ownersUuid, type TradeGroup, type TradePlace } from './trade-group.ts';

/**
 * What an item was traded for. Percentiles are over trades, not items (one bulk buyer must not set the price), between
 * two trades by straight line (the definition of Excel's PERCENTILE.INC and of numpy); of fewer than `FEW_TRADES` they would
 * be made up, and `p10` and `p90` are the least and the most. `volume`: items. `shops`: shops at known places. A place that
 * had several owners one after another counts a shop for each, so that there are at least as many shops as sellers.
 * `lastAt`: epoch ms.
 */
export interface Summary {
  readonly median: number;
  readonly p10: number;
  readonly p90: number;
  readonly volume: number;
  readonly trades: number;
  readonly shops: number;
  readonly lastAt: number;
}

/** With fewer trades there are no percentiles to speak of, and nothing to compare. */
export const FEW_TRADES = 5;

/**
 * Sums up trades of any kinds, in any order, as if each stood alone; null: there are none.
 * @param ownerAt as for `worthOf`
 */
export function summarise(
  groups: readonly TradeGroup[],
  ownerAt: (location: Location) => Owner | null = () => null,
): Summary | null {
  if (groups.length === 0) return null;
  const prices = cheapestFirst(groups);
  const trades = countTrades(groups);
  const margin = trades < FEW_TRADES ? 0 : 0.1;
  return {
    median: percentile(prices, 0.5),
    p10: percentile(prices, margin),
    p90: percentile(prices, 1 - margin),
    volume: groups.reduce((volume, { items }) => volume + items, 0),
    trades,
    shops: countShops(groups, ownerAt),
    lastAt: groups.reduce((last, { lastAt }) => Math.max(last, lastAt), Number.NEGATIVE_INFINITY),
  };
}

/** The unit price in the middle of the trades, of which there must be one. */
export function medianOf(groups: readonly PriceCount[]): number {
  return percentile(cheapestFirst(groups), 0.5);
}

export function countTrades(groups: readonly Pick<TradeGroup, 'trades'>[]): number {
  return groups.reduce((sum, { trades }) => sum + trades, 0);
}

function countShops(groups: readonly TradeGroup[], ownerAt: (location: Location) => Owner | null): number {
  // Groups share their places: few of these need a look at where they are.
  const places = new Set<TradePlace>();
  for (const { place } of groups) if (place !== null) places.add(place);
  const owners = new Map<string, Set<string>>();
  for (const place of places) {
    const key = placeKey(place.location);
    const known = owners.get(key) ?? new Set();
    owners.set(key, known);
    const uuid = ownersUuid(place, ownerAt);
    if (uuid !== null) known.add(uuid);
  }
  return Array.from(owners.values(), ({ size }) => Math.max(1, size)).reduce((sum, shops) => sum + shops, 0);
}

/** How many trades were made at a unit price. */
type PriceCount = Pick<TradeGroup, 'unitPrice' | 'trades'>;

/** Thousands of groups have few prices: these are sorted, not the groups. */
function cheapestFirst(groups: readonly PriceCount[]): readonly PriceCount[] {
  const counts = new Map<number, number>();
  for (const { unitPrice, trades } of groups) counts.set(unitPrice, (counts.get(unitPrice) ?? 0) + trades);
  return Array.from(counts, ([unitPrice, trades]) => ({ unitPrice, trades })).sort((a, b) => a.unitPrice - b.unitPrice);
}

function percentile(prices: readonly PriceCount[], share: number): number {
  const position = share * (countTrades(prices) - 1);
  const below = priceOfRank(prices, Math.floor(position));
  const above = priceOfRank(prices, Math.ceil(position));
  return below + (above - below) * (position - Math.floor(position));
}

/** The unit price of the trade that so many others come before. */
function priceOfRank(prices: readonly PriceCount[], rank: number): number {
  let before = 0;
  for (const { trades, unitPrice } of prices) {
    before += trades;
    if (rank < before) return unitPrice;
  }
  return prices.at(-1)?.unitPrice ?? 0;
}

/** A part of a chart, `until` not included; epoch ms. `summary` null: nothing was traded. */
export interface Step {
  readonly from: number;
  readonly until: number;
  readonly summary: Summary | null;
}

const STEPS_MS = [BUCKET_MS, 2 * BUCKET_MS, DAY_MS, 2 * DAY_MS];
const LONGEST_STEP_MS = 3 * DAY_MS;
const MOST_STEPS = 31;

/** How long a step is in a chart of so many days, 1 to 90: never more than about 30 steps, whole buckets. */
export function stepFor(days: number): number {
  return STEPS_MS.find((stepMs) => (days * DAY_MS) / stepMs <= MOST_STEPS) ?? LONGEST_STEP_MS;
}

/**
 * The trades between two moments, which the groups are of, summed up step by step without a gap. Steps
 * begin at multiples of `stepMs` since 1970 in UTC, so that no change of summer time makes one longer; the first is what is
 * left of its step at `from`, and the last a whole one. `stepMs`: a multiple of `BUCKET_MS`, as no bucket can be parted.
 */
export function seriesOf(groups: readonly TradeGroup[], from: number, to: number, stepMs: number): readonly Step[] {
  const first = Math.floor(from / stepMs);
  const steps = Array.from({ length: Math.max(0, Math.ceil(to / stepMs) - first) }, (): TradeGroup[] => []);
  for (const group of groups) {
    steps[Math.floor(group.at / stepMs) - first]?.push(group);
  }
  return steps.map((within, at) => ({
    from: Math.max(from, (first + at) * stepMs),
    until: (first + at + 1) * stepMs,
    summary: summarise(within),
  }));
}
