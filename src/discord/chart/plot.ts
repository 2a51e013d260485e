import type { Language } from '../../language/language.ts';
import { price, whole } from '../../language/number.ts';
import { textWidth } from './font.ts';
import { type AskSpan, askSpans, outageSpans, type PriceChart, type TradedPoint, tradedPoints } from './price-chart.ts';
import { SMALL } from './svg.ts';
import { labelPrices, priceAxis, roundBelow } from './ticks.ts';

/** The picture's logical width (px), which phones show at half size. Its height depends on the legend. */
export const WIDTH = 720;
export const MARGIN = 20;

/** Edges of the panels from the top: prices, then volume, then the dates and the legend. */
const TOP = 130;
const PRICE_BOTTOM = 310;
const VOLUME_TOP = 336;
export const BOTTOM = 394;
/** Height of the title (px), above `TOP`. */
export const HEADING = 36;
/** Gap between a tick's label and its line (px). */
export const TICK_GAP = 10;
/** Least width of a mark (px), so that it is visible. */
export const LEAST_WIDTH = 2;

interface NamedTick {
  readonly value: number;
  readonly name: string;
}

/** The marks to draw and their positions, in pixels of the logical picture. */
export interface Plot {
  readonly traded: readonly TradedPoint[];
  /** Steps before `until` whose purchases may mix several kinds, or null if there are none. */
  readonly mixed: { readonly until: number; readonly traded: readonly TradedPoint[] } | null;
  readonly asks: readonly AskSpan[];
  readonly outages: readonly { readonly from: number; readonly until: number }[];
  /** Start of Crier's data (epoch ms), or null if it covers the whole chart. */
  readonly knownSince: number | null;
  readonly target: NamedTick | null;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly priceBottom: number;
  readonly time: Scale;
  readonly price: Scale;
  /** Empty if there is no price to show. */
  readonly priceTicks: readonly NamedTick[];
  readonly volume: Scale;
  readonly volumeTicks: readonly NamedTick[];
  readonly language: Language;
}

/** Returns the middle of a step (px). */
export function middleOf({ from, until }: { from: number; until: number }, { time }: Plot): number {
  return (time(from) + time(until)) / 2;
}

/** Computes the positions of a chart's marks. Without a title the header is one line shorter. */
export function layOut(chart: PriceChart, hasTitle: boolean): Plot {
  const { from, language, knownSince } = chart;
  const target = chart.target === null ? null : { value: chart.target, name: price(chart.target, language) };
  const to = Math.max(chart.to, from + 1);
  const traded = tradedPoints(chart);
  const mixed = mixedOf(chart);
  const asks = thinAsks(askSpans(chart), (to - from) / WIDTH);
  const ticks = priceAxis([...(mixed?.traded ?? []), ...traded], asks, chart.target);
  const high = ticks?.values.at(-1) ?? 1;
  const names = ticks ? labelPrices(ticks.values, ticks.step, language) : [];
  const mostVolume = Math.max(1, ...traded.map(({ summary }) => summary.volume));
  const volumeTick = { value: roundBelow(mostVolume), name: whole(roundBelow(mostVolume), language) };
  const volumeTicks = traded.length > 0 ? [volumeTick] : [];
  const left = MARGIN + widest(names);
  const right = WIDTH - MARGIN - widest(volumeTicks.map(({ name }) => name));
  const top = hasTitle ? TOP : TOP - HEADING;
  return {
    ...{ traded, mixed, asks, knownSince, target, language, left, right, top, outages: outageSpans(chart) },
    priceBottom: PRICE_BOTTOM,
    time: scaleOf(from, to, left, right),
    price: scaleOf(ticks?.values[0] ?? 0, high, PRICE_BOTTOM, top),
    priceTicks: ticks?.values.map((value, at) => ({ value, name: names[at] ?? '' })) ?? [],
    volume: scaleOf(0, mostVolume, BOTTOM, VOLUME_TOP),
    volumeTicks,
  };
}

function mixedOf(chart: PriceChart): Plot['mixed'] {
  if (chart.mixed === null) return null;
  const traded = tradedPoints({ ...chart, points: chart.mixed.points });
  return traded.length === 0 ? null : { until: chart.mixed.until, traded };
}

/** Returns the width that the labels next to an axis need (px). */
function widest(names: readonly string[]): number {
  return Math.max(0, ...names.map((name) => textWidth(name, SMALL) + TICK_GAP));
}

/** A linear mapping of values to pixels, clamped to its ends. */
interface Scale {
  readonly low: number;
  readonly high: number;
  (value: number): number;
}

/**
 * Maps values from `low` to a greater `high` to pixels from `start` to `end`, and clamps values outside.
 */
function scaleOf(low: number, high: number, start: number, end: number): Scale {
  const scale = (value: number) =>
    start + ((Math.min(high, Math.max(low, value)) - low) / (high - low)) * (end - start);
  return Object.assign(scale, { low, high });
}

/**
 * Joins asks within one pixel's time at their lowest price, because a busy item has tens of thousands in some months.
 * The last span, the current ask, is unchanged.
 */
export function thinAsks(spans: readonly AskSpan[], pixelMs: number): AskSpan[] {
  const thinned: AskSpan[] = [];
  for (const span of spans.slice(0, -1)) {
    const last = thinned.at(-1);
    const joins = last !== undefined && span.until - last.from <= pixelMs;
    if (joins) thinned[thinned.length - 1] = { from: last.from, until: span.until, ask: Math.min(last.ask, span.ask) };
    else thinned.push(span);
  }
  return [...thinned, ...spans.slice(-1)];
}
