import { DAY_MS } from '../../time/durations.ts';
import type { Location, Owner } from '../shops/shop.ts';
import { placeKey } from '../shops/shops-by-place.ts';
import { BUCKET_MS, ownerUuidOf, type TradeGroup, type TradePlace } from './trade-group.ts';

/**
 * Statistics of an item's trades. Percentiles count trades, not items, so that one bulk buyer cannot set the price.
 * They interpolate linearly between two trades, like Excel's PERCENTILE.INC and numpy. With fewer than `FEW_TRADES`
 * trades, `p10` and `p90` are the minimum and the maximum.
 */
export interface TradeSummary {
  readonly median: number;
  readonly p10: number;
  readonly p90: number;
  /** Number of traded items. */
  readonly volume: number;
  readonly trades: number;
  /**
   * Shops at known places; a place with several owners in turn counts once per owner, so there are at least as many
   * shops as sellers.
   */
  readonly shops: number;
  /** Time of the last trade, epoch ms. */
  readonly lastAt: number;
}

/** Minimum number of trades for percentiles and comparisons. */
export const FEW_TRADES = 5;

/**
 * Summarises trades of any kinds in any order.
 * @param ownerAt as in `worthOf`
 * @returns the summary, or null if there are no trades
 */
export function summariseTrades(
  groups: readonly TradeGroup[],
  ownerAt: (location: Location) => Owner | null = () => null,
): TradeSummary | null {
  if (groups.length === 0) return null;
  const prices = pricesAscending(groups);
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

/** @param groups at least one */
export function medianOf(groups: readonly PriceCount[]): number {
  return percentile(pricesAscending(groups), 0.5);
}

export function countTrades(groups: readonly Pick<TradeGroup, 'trades'>[]): number {
  return groups.reduce((sum, { trades }) => sum + trades, 0);
}

function countShops(groups: readonly TradeGroup[], ownerAt: (location: Location) => Owner | null): number {
  // Thousands of groups share few places, so owners are looked up once per place.
  const places = new Set<TradePlace>();
  for (const { place } of groups) if (place !== null) places.add(place);
  const owners = new Map<string, Set<string>>();
  for (const place of places) {
    const key = placeKey(place.location);
    const known = owners.get(key) ?? new Set();
    owners.set(key, known);
    const uuid = ownerUuidOf(place, ownerAt);
    if (uuid !== null) known.add(uuid);
  }
  return Array.from(owners.values(), ({ size }) => Math.max(1, size)).reduce((sum, shops) => sum + shops, 0);
}

type PriceCount = Pick<TradeGroup, 'unitPrice' | 'trades'>;

/** Thousands of groups share few prices, so only the prices are sorted. */
function pricesAscending(groups: readonly PriceCount[]): readonly PriceCount[] {
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

/** Returns the unit price of the trade with this zero-based rank. */
function priceOfRank(prices: readonly PriceCount[], rank: number): number {
  let before = 0;
  for (const { trades, unitPrice } of prices) {
    before += trades;
    if (rank < before) return unitPrice;
  }
  return prices.at(-1)?.unitPrice ?? 0;
}

/** A part of a chart in epoch ms, excluding `until`. `summary`: null if there were no trades. */
export interface PriceStep {
  readonly from: number;
  readonly until: number;
  readonly summary: TradeSummary | null;
}

const CHART_STEPS_MS = [BUCKET_MS, 2 * BUCKET_MS, DAY_MS, 2 * DAY_MS];
const LONGEST_STEP_MS = 3 * DAY_MS;
const MOST_CHART_STEPS = 31;

/** Returns the step length of a chart of 1 to 90 days, in whole buckets and at most about 30 steps. */
export function stepMsFor(days: number): number {
  return CHART_STEPS_MS.find((stepMs) => (days * DAY_MS) / stepMs <= MOST_CHART_STEPS) ?? LONGEST_STEP_MS;
}

/**
 * Summarises the trades between two moments step by step, without a gap. Steps begin at multiples of `stepMs` since
 * 1970 UTC, so that a change of summer time makes none longer. The first step begins at `from`, and the last ends after
 * `to`.
 * @param stepMs a multiple of `BUCKET_MS`, since no bucket can be split
 */
export function summariseSteps(
  groups: readonly TradeGroup[],
  from: number,
  to: number,
  stepMs: number,
): readonly PriceStep[] {
  const first = Math.floor(from / stepMs);
  const steps = Array.from({ length: Math.max(0, Math.ceil(to / stepMs) - first) }, (): TradeGroup[] => []);
  for (const group of groups) {
    steps[Math.floor(group.at / stepMs) - first]?.push(group);
  }
  return steps.map((within, at) => ({
    from: Math.max(from, (first + at) * stepMs),
    until: (first + at + 1) * stepMs,
    summary: summariseTrades(within),
  }));
}
