/** A past trade as statistics see it. `count`: items. `paid`: diamonds for all of them. `at`: epoch ms. */
export interface PaidTrade {
  readonly count: number;
  readonly paid: number;
  readonly at: number;
  readonly shopId: number | null;
}

/**
 * What an item was traded for. Percentiles are over trades, not items (one bulk buyer must not set the price), between
 * two trades by straight line (the definition of Excel's PERCENTILE.INC and of numpy). `volume`: items. `shops`: different
 * known shops. `lastAt`: epoch ms.
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

/** Sums up trades in any order; null: there are none. */
export function summarise(trades: readonly PaidTrade[]): Summary | null {
  if (trades.length === 0) return null;
  const prices = Float64Array.from(trades, ({ paid, count }) => paid / count).sort();
  const shopIds = new Set(trades.map(({ shopId }) => shopId));
  shopIds.delete(null);
  return {
    median: percentile(prices, 0.5),
    p10: percentile(prices, 0.1),
    p90: percentile(prices, 0.9),
    volume: trades.reduce((volume, { count }) => volume + count, 0),
    trades: trades.length,
    shops: shopIds.size,
    lastAt: trades.reduce((last, { at }) => Math.max(last, at), Number.NEGATIVE_INFINITY),
  };
}

function percentile(sorted: Float64Array, share: number): number {
  const position = share * (sorted.length - 1);
  const below = sorted[Math.floor(position)] ?? 0;
  const above = sorted[Math.ceil(position)] ?? below;
  return below + (above - below) * (position - Math.floor(position));
}
