import type { Language } from '../../language/language.ts';
import { formatPrice, formatWhole } from '../../language/number.ts';
import { textWidth } from './font.ts';
import { type AskSpan, askSpans, outageSpans, type PriceChart, type TradedPoint, tradedPoints } from './price-chart.ts';
import { SMALL_TEXT_PX } from './svg.ts';
import { labelPrices, priceAxis, roundBelow } from './ticks.ts';

/** The picture's logical width (px), which phones show at half size. Its height depends on the legend. */
export const CHART_WIDTH_PX = 720;
export const MARGIN_PX = 20;

/** Edges of the panels from the top: prices, then volume, then the dates and the legend. */
const PRICE_TOP_PX = 130;
const PRICE_BOTTOM_PX = 310;
const VOLUME_TOP_PX = 336;
export const PLOT_BOTTOM_PX = 394;
/** Height of the title (px), above `PRICE_TOP_PX`. */
export const HEADING_PX = 36;
/** Gap between a tick's label and its line (px). */
export const TICK_GAP_PX = 10;
/** Least width of a mark (px), so that it is visible. */
export const LEAST_MARK_PX = 2;

interface NamedTick {
  readonly value: number;
  readonly name: string;
}

/** The axes of a chart and its times without data, in pixels of the logical picture. */
export interface Frame {
  readonly outages: readonly { readonly from: number; readonly until: number }[];
  /** Start of Crier's data (epoch ms), or null if it covers the whole chart. */
  readonly knownSince: number | null;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly time: Scale;
  readonly price: Scale;
  /** Empty if there is no price to show. */
  readonly priceTicks: readonly NamedTick[];
  /** Dates name whole days and stand below their middle, instead of below midnight. */
  readonly namesDays?: true;
  readonly language: Language;
}

/** The marks to draw and their positions, in pixels of the logical picture. */
export interface Plot extends Frame {
  readonly traded: readonly TradedPoint[];
  /** Steps before `until` whose purchases may mix several kinds, or null if there are none. */
  readonly mixed: { readonly until: number; readonly traded: readonly TradedPoint[] } | null;
  readonly asks: readonly AskSpan[];
  readonly target: NamedTick | null;
  readonly priceBottom: number;
  readonly volume: Scale;
  readonly volumeTicks: readonly NamedTick[];
}

/** Returns the middle of a step (px). */
export function stepMiddle({ from, until }: { from: number; until: number }, { time }: Plot): number {
  return (time(from) + time(until)) / 2;
}

/** Computes the positions of a chart's marks. Without a title the header is one line shorter. */
export function layOut(chart: PriceChart, hasTitle: boolean): Plot {
  const { from, language, knownSince } = chart;
  const target = chart.target === null ? null : { value: chart.target, name: formatPrice(chart.target, language) };
  const to = Math.max(chart.to, from + 1);
  const traded = tradedPoints(chart);
  const mixed = mixedOf(chart);
  const asks = thinAsks(askSpans(chart), (to - from) / CHART_WIDTH_PX);
  const ticks = priceAxis([...(mixed?.traded ?? []), ...traded], asks, chart.target);
  const high = ticks?.values.at(-1) ?? 1;
  const names = ticks ? labelPrices(ticks.values, ticks.step, language) : [];
  const mostVolume = Math.max(1, ...traded.map(({ summary }) => summary.volume));
  const volumeTick = { value: roundBelow(mostVolume), name: formatWhole(roundBelow(mostVolume), language) };
  const volumeTicks = traded.length > 0 ? [volumeTick] : [];
  const left = MARGIN_PX + widest(names);
  const right = CHART_WIDTH_PX - MARGIN_PX - widest(volumeTicks.map(({ name }) => name));
  const top = hasTitle ? PRICE_TOP_PX : PRICE_TOP_PX - HEADING_PX;
  return {
    ...{ traded, mixed, asks, knownSince, target, language, left, right, top, outages: outageSpans(chart) },
    priceBottom: PRICE_BOTTOM_PX,
    time: createScale(from, to, left, right),
    price: createScale(ticks?.values[0] ?? 0, high, PRICE_BOTTOM_PX, top),
    priceTicks: ticks?.values.map((value, at) => ({ value, name: names[at] ?? '' })) ?? [],
    volume: createScale(0, mostVolume, PLOT_BOTTOM_PX, VOLUME_TOP_PX),
    volumeTicks,
  };
}

function mixedOf(chart: PriceChart): Plot['mixed'] {
  if (chart.mixed === null) return null;
  const traded = tradedPoints({ ...chart, points: chart.mixed.points });
  return traded.length === 0 ? null : { until: chart.mixed.until, traded };
}

/** Returns the width that the labels next to an axis need (px). */
export function widest(names: readonly string[]): number {
  return Math.max(0, ...names.map((name) => textWidth(name, SMALL_TEXT_PX) + TICK_GAP_PX));
}

/** A linear mapping of values to pixels, clamped to its ends. */
export interface Scale {
  readonly low: number;
  readonly high: number;
  (value: number): number;
}

/**
 * Maps values from `low` to a greater `high` to pixels from `start` to `end`, and clamps values outside.
 */
export function createScale(low: number, high: number, start: number, end: number): Scale {
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
