import type { AskSpan, TradedPoint } from '../price-chart.ts';
import { priceTicks, type Ticks } from './ticks.ts';

/** A price this many times the 95th in a hundred is a spike. */
const SPIKE = 4;
/** With fewer prices none can be told from the rest; with as many medians, these alone say what is usual. */
const ENOUGH = 4;

/** The axis of prices, which spikes do not stretch: they are beyond it. null: there is no price. */
export function priceAxis(
  traded: readonly TradedPoint[],
  asks: readonly Pick<AskSpan, 'ask'>[],
  target: number | null,
): Ticks | null {
  const medians = traded.map(({ summary }) => summary.median);
  const asked = asks.map(({ ask }) => ask);
  const bound = spikeBound(medians.length >= ENOUGH ? medians : [...medians, ...asked]);
  const ranges = traded.flatMap(({ summary }) => [summary.p10, summary.p90]);
  const lines = [...medians, ...asked, ...(target === null ? [] : [target])].filter((value) => value <= bound);
  const shown = [...lines, ...ranges.filter((value) => value <= bound)];
  if (shown.length === 0) return null;
  shown.sort((a, b) => a - b);
  return priceTicks(shown[0] ?? 0, shown.at(-1) ?? 0, differenceOf(lines));
}

/** How high the range of most trades reaches where it is cut off at the axis' upper end; null: it is not. */
export function cutRange(traded: readonly TradedPoint[], high: number): number | null {
  const beyond = traded.map(({ summary }) => summary.p90).filter((value) => value > high);
  return beyond.length === 0 ? null : Math.max(...beyond);
}

/** By which part of the highest the prices differ; the ranges around them would hide how little that is. */
function differenceOf(lines: readonly number[]): number | undefined {
  const [low, high] = [Math.min(...lines), Math.max(...lines)];
  return high > 0 && Number.isFinite(high) ? (high - low) / high : undefined;
}

function spikeBound(usual: readonly number[]): number {
  const sorted = usual.filter((value) => value > 0).sort((a, b) => a - b);
  const high = sorted[Math.floor((sorted.length - 1) * 0.95)];
  return high === undefined || sorted.length < ENOUGH ? Number.POSITIVE_INFINITY : high * SPIKE;
}
