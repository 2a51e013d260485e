import { BOTTOM, type Plot } from '../plot/plot.ts';
import type { TradedPoint } from '../price-chart.ts';
import { dot, element, pathThrough, px } from './elements.ts';
import { MEDIAN, VOLUME } from './theme.ts';

/** A line goes over this many steps without a trade at most. */
const BRIDGED_STEPS = 3;
/** A run of as many points has a dot at each. */
const DOTTED = 2;
/** So that what was short can be seen. */
export const LEAST_WIDTH = 1.5;

/** Points that one line may join, in the order of time. */
export function runsOf(points: readonly TradedPoint[]): TradedPoint[][] {
  const runs: TradedPoint[][] = [];
  let last: TradedPoint | undefined;
  for (const point of points) {
    const joins = last !== undefined && point.from - last.until <= BRIDGED_STEPS * (last.until - last.from);
    if (joins) runs.at(-1)?.push(point);
    else runs.push([point]);
    last = point;
  }
  return runs;
}

/** Medians as lines over the range from P10 to P90; what stands alone or nearly so as dots. */
export function drawMedians(plot: Plot): string {
  const runs = runsOf(plot.traded);
  return [...runs.map((run) => drawRange(run, plot)), ...runs.map((run) => drawRun(run, plot))].join('');
}

/** The middle of a step, px. */
export function middleOf({ from, until }: { from: number; until: number }, { time }: Plot): number {
  return (time(from) + time(until)) / 2;
}

function drawRange(run: readonly TradedPoint[], plot: Plot): string {
  const edge = (side: 'p10' | 'p90') =>
    run.map((point) => [middleOf(point, plot), plot.price(point.summary[side])] as const);
  const outline = [...edge('p90'), ...edge('p10').reverse()];
  if (run.length > 1) return element('path', { d: `${pathThrough(outline)}Z`, fill: MEDIAN, 'fill-opacity': '0.22' });
  const bar = { stroke: MEDIAN, 'stroke-width': 5, 'stroke-opacity': '0.3', 'stroke-linecap': 'round' };
  return element('path', { d: pathThrough(outline), ...bar });
}

function drawRun(run: readonly TradedPoint[], plot: Plot): string {
  const points = run.map((point) => [middleOf(point, plot), plot.price(point.summary.median)] as const);
  const dots = run
    .filter(({ summary }) => run.length <= DOTTED && summary.median <= plot.price.high)
    .map((point) => dot(middleOf(point, plot), plot.price(point.summary.median), MEDIAN));
  if (run.length === 1) return dots.join('');
  const stroke = { stroke: MEDIAN, 'stroke-width': 3, 'stroke-linejoin': 'round', 'stroke-linecap': 'round' };
  return element('path', { d: pathThrough(points), fill: 'none', ...stroke }) + dots.join('');
}

/** Items bought, a bar for each step. */
export function drawVolumes(plot: Plot): string {
  const bars = plot.traded.map((point) => {
    const [from, until] = [plot.time(point.from), plot.time(point.until)];
    const width = Math.max(LEAST_WIDTH, (until - from) * 0.75);
    const height = Math.max(LEAST_WIDTH, BOTTOM - plot.volume(point.summary.volume));
    return `M${px((from + until - width) / 2)} ${px(BOTTOM)}v${px(-height)}h${px(width)}V${px(BOTTOM)}Z`;
  });
  return bars.length === 0 ? '' : element('path', { d: bars.join(''), fill: VOLUME });
}
