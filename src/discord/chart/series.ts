import { formatPrice } from '../../language/number.ts';
import { textWidth } from './font.ts';
import { type Plot, stepMiddle } from './plot.ts';
import type { AskSpan, TradedPoint } from './price-chart.ts';
import {
  ASK_COLOUR,
  drawDiamond,
  drawDot,
  drawText,
  element,
  MEDIAN_COLOUR,
  OUTAGE_COLOUR,
  pathThrough,
  px,
  SMALL_TEXT_PX,
  TARGET_COLOUR,
} from './svg.ts';

/** Limits the steps without a trade that a line bridges. */
const BRIDGED_STEPS = 3;
/** A run of one or two points gets a dot at each point. */
const MOST_DOTTED_POINTS = 2;

/** Groups points, in the order of time, into runs that one line joins. */
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

/** A dotted line for medians of mixed kinds, so that it differs from the others by more than its colour. */
const MIXED_DASHES = '0.1 9';

/** Draws medians as lines over the range from P10 to P90, and runs of one or two points as dots. */
export function drawMedians(plot: Plot): string {
  const runs = runsOf(plot.traded);
  return [...runs.map((run) => drawRange(run, plot)), ...runs.map((run) => drawRun(run, plot))].join('');
}

/** Draws the medians of steps that may mix kinds as a dotted line without a range. */
export function drawMixed({ mixed, ...plot }: Plot): string {
  const runs = runsOf(mixed?.traded ?? []);
  const stroke = { colour: OUTAGE_COLOUR, dashes: { 'stroke-dasharray': MIXED_DASHES } };
  return runs.map((run) => drawRun(run, { ...plot, mixed }, stroke)).join('');
}

function drawRange(run: readonly TradedPoint[], plot: Plot): string {
  const edge = (side: 'p10' | 'p90') =>
    run.map((point) => [stepMiddle(point, plot), plot.price(point.summary[side])] as const);
  const outline = [...edge('p90'), ...edge('p10').reverse()];
  if (run.length > 1)
    return element('path', { d: `${pathThrough(outline)}Z`, fill: MEDIAN_COLOUR, 'fill-opacity': '0.22' });
  const bar = { stroke: MEDIAN_COLOUR, 'stroke-width': 8, 'stroke-opacity': '0.3', 'stroke-linecap': 'round' };
  return element('path', { d: pathThrough(outline), ...bar });
}

function drawRun(
  run: readonly TradedPoint[],
  plot: Plot,
  { colour, dashes }: { readonly colour: string; readonly dashes: Record<string, string> } = {
    colour: MEDIAN_COLOUR,
    dashes: {},
  },
): string {
  const points = run.map((point) => [stepMiddle(point, plot), plot.price(point.summary.median)] as const);
  const dots = run
    .filter(({ summary }) => run.length <= MOST_DOTTED_POINTS && summary.median <= plot.price.high)
    .map((point) => drawDot(stepMiddle(point, plot), plot.price(point.summary.median), colour));
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

export const ASK_WIDTH = 3;
export const ASK_DASHES = '10 4';
/** Shorter steps at the end of a line get a mark (px). A phone shows them less than three pixels wide. */
const LEAST_VISIBLE_PX = 10;

/** Returns whether a step is too short to be visible as a line. */
export function isDot({ from, until }: AskSpan, { time }: Plot): boolean {
  return time(until) - time(from) < LEAST_VISIBLE_PX;
}

/** Draws the best asks as a stepped line. */
export function drawAsks(plot: Plot): string {
  const { asks, time, price } = plot;
  let d = '';
  const dots: string[] = [];
  for (const [at, span] of asks.entries()) {
    const { from, until, ask } = span;
    const [x, y] = [px(time(from)), px(price(ask))];
    d += asks[at - 1]?.until === from ? `V${y}` : `M${x} ${y}`;
    d += `H${px(time(until))}`;
    const isEnd = asks[at + 1]?.from !== until;
    if (isEnd && isDot(span, plot) && ask <= price.high)
      dots.push(drawDiamond(stepMiddle(span, plot), price(ask), ASK_COLOUR));
  }
  if (d === '') return '';
  const line = {
    fill: 'none',
    stroke: ASK_COLOUR,
    'stroke-width': ASK_WIDTH,
    'stroke-dasharray': ASK_DASHES,
    'stroke-linejoin': 'round',
  };
  return element('path', { d, ...line }) + dots.join('');
}

interface Spike {
  readonly x: number;
  readonly value: number;
  readonly colour: string;
}

const ARROW_PX = 7;
const LABEL_GAP_PX = 8;

/**
 * Draws an arrow at the upper edge for each price above the axis, and writes the prices that fit. The target comes
 * first, then the highest medians and asks, then ranges whose median is still within the axis.
 */
export function drawOffScale(plot: Plot): string {
  const { traded, asks, target, left, right, top, language } = plot;
  const medians = traded.map((point) => ({
    x: stepMiddle(point, plot),
    value: point.summary.median,
    colour: MEDIAN_COLOUR,
  }));
  const asked = asks.map((span) => ({ x: stepMiddle(span, plot), value: span.ask, colour: ASK_COLOUR }));
  const wanted = target === null ? [] : [{ x: right - ARROW_PX, value: target.value, colour: TARGET_COLOUR }];
  const peaks = [medians, asked].flatMap((line) => peaksOf(line, plot.price.high)).sort((a, b) => b.value - a.value);
  const within = traded.filter(({ summary }) => summary.median <= plot.price.high);
  const reaching = within.map((point) => ({
    x: stepMiddle(point, plot),
    value: point.summary.p90,
    colour: MEDIAN_COLOUR,
  }));
  const spikes = [...peaksOf(wanted, plot.price.high), ...peaks, ...peaksOf(reaching, plot.price.high)];

  const taken: (readonly [from: number, to: number])[] = [];
  const named = spikes.map(({ x, value, colour }) => {
    const name = formatPrice(value, language);
    const half = textWidth(name, SMALL_TEXT_PX) / 2;
    const middle = Math.max(left + half, Math.min(right - half, x));
    if (taken.some(([from, to]) => middle + half + LABEL_GAP_PX > from && middle - half - LABEL_GAP_PX < to)) return '';
    taken.push([middle - half, middle + half]);
    return drawText(middle, top - LABEL_GAP_PX, name, { anchor: 'middle', fill: colour });
  });
  return spikes.map((spike) => drawArrow(spike, top)).join('') + named.join('');
}

/** Returns the highest of each group of consecutive points above the axis. */
function peaksOf(line: readonly Spike[], high: number): Spike[] {
  const peaks: Spike[] = [];
  let isAbove = false;
  for (const spike of line) {
    const peak = isAbove ? peaks.at(-1) : undefined;
    isAbove = spike.value > high;
    if (isAbove && peak === undefined) peaks.push(spike);
    else if (isAbove && peak && spike.value > peak.value) peaks[peaks.length - 1] = spike;
  }
  return peaks;
}

function drawArrow({ x, colour }: Spike, top: number): string {
  const d = `M${px(x)} ${px(top)}l${ARROW_PX} ${ARROW_PX + 3}h${-2 * ARROW_PX}Z`;
  return element('path', { d, fill: colour });
}
