import { placeKey } from './shop-index.ts';
import type { TradeGroup } from './trade-group.ts';

/**
 * What an item was traded for. Percentiles are over trades, not items (one bulk buyer must not set the price), between
 * two trades by straight line (the definition of Excel's PERCENTILE.INC and of numpy). `volume`: items. `shops`: different
 * known places. `lastAt`: epoch ms.
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

/** Sums up trades of any kinds, in any order, as if each stood alone; null: there are none. */
export function summarise(groups: readonly TradeGroup[]): Summary | null {
  if (groups.length === 0) return null;
  const sorted = cheapestFirst(groups);
  return {
    median: percentile(sorted, 0.5),
    p10: percentile(sorted, 0.1),
    p90: percentile(sorted, 0.9),
    volume: groups.reduce((volume, { items }) => volume + items, 0),
    trades: countTrades(groups),
    shops: new Set(groups.flatMap(({ place }) => (place ? [placeKey(place.location)] : []))).size,
    lastAt: groups.reduce((last, { lastAt }) => Math.max(last, lastAt), Number.NEGATIVE_INFINITY),
  };
}

/** The unit price in the middle of the trades, of which there must be one. */
export function medianOf(groups: readonly TradeGroup[]): number {
  return percentile(cheapestFirst(groups), 0.5);
}

export function countTrades(groups: readonly TradeGroup[]): number {
  return groups.reduce((sum, { trades }) => sum + trades, 0);
}

function cheapestFirst(groups: readonly TradeGroup[]): readonly TradeGroup[] {
  return groups.toSorted((a, b) => a.unitPrice - b.unitPrice);
}

function percentile(sorted: readonly TradeGroup[], share: number): number {
  const position = share * (countTrades(sorted) - 1);
  const below = priceOfRank(sorted, Math.floor(position));
  const above = priceOfRank(sorted, Math.ceil(position));
  return below + (above - below) * (position - Math.floor(position));
}

/** The unit price of the trade that so many others come before. */
function priceOfRank(sorted: readonly TradeGroup[], rank: number): number {
  let before = 0;
  for (const { trades, unitPrice } of sorted) {
    before += trades;
    if (rank < before) return unitPrice;
  }
  return sorted.at(-1)?.unitPrice ?? 0;
}
