import { middleOf, type Plot } from '../plot/plot.ts';
import type { TradedPoint } from '../price-chart.ts';
import { dot, element, pathThrough } from './elements.ts';
import { MEDIAN, OUTAGE } from './theme.ts';

/** A line goes over this many steps without a trade at most. */
const BRIDGED_STEPS = 3;
/** A run of as many points has a dot at each. */
const DOTTED = 2;

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

/** Dashes for medians of mixed kinds: dots differ from the other lines by more than their colour. */
const MIXED_DASHES = '0.1 9';

/** Medians as lines over the range from P10 to P90; what stands alone or nearly so as dots. */
export function drawMedians(plot: Plot): string {
  const runs = runsOf(plot.traded);
  return [...runs.map((run) => drawRange(run, plot)), ...runs.map((run) => drawRun(run, plot))].join('');
}

/** The medians of the time in which kinds were mixed, as a dotted line without a range. */
export function drawMixed({ mixed, ...plot }: Plot): string {
  const runs = runsOf(mixed?.traded ?? []);
  const stroke = { colour: OUTAGE, dashes: { 'stroke-dasharray': MIXED_DASHES } };
  return runs.map((run) => drawRun(run, { ...plot, mixed }, stroke)).join('');
}

function drawRange(run: readonly TradedPoint[], plot: Plot): string {
  const edge = (side: 'p10' | 'p90') =>
    run.map((point) => [middleOf(point, plot), plot.price(point.summary[side])] as const);
  const outline = [...edge('p90'), ...edge('p10').reverse()];
  if (run.length > 1) return element('path', { d: `${pathThrough(outline)}Z`, fill: MEDIAN, 'fill-opacity': '0.22' });
  const bar = { stroke: MEDIAN, 'stroke-width': 8, 'stroke-opacity': '0.3', 'stroke-linecap': 'round' };
  return element('path', { d: pathThrough(outline), ...bar });
}

function drawRun(
  run: readonly TradedPoint[],
  plot: Plot,
  { colour, dashes }: { readonly colour: string; readonly dashes: Record<string, string> } = {
    colour: MEDIAN,
    dashes: {},
  },
): string {
  const points = run.map((point) => [middleOf(point, plot), plot.price(point.summary.median)] as const);
  const dots = run
    .filter(({ summary }) => run.length <= DOTTED && summary.median <= plot.price.high)
    .map((point) => dot(middleOf(point, plot), plot.price(point.summary.median), colour));
  if (run.length === 1) return dots.join('');
  const stroke = {
    stroke: colour,
    'stroke-width': 4,
    'stroke-linejoin': 'round',
    'stroke-linecap': 'round',
    ...dashes,
  };
  return element('path', { d: pathThrough(points), fill: 'none', ...stroke }) + dots.join('');
}
