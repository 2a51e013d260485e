import { price, whole } from '../../render/words/number.ts';
import { textWidth } from '../font.ts';
import {
  type AskSpan,
  askSpans,
  outageSpans,
  type PriceChart,
  type TradedPoint,
  tradedPoints,
} from '../price-chart.ts';
import { SMALL } from '../svg/elements.ts';
import { drawableLocale, labelPrices } from './labels.ts';
import { priceAxis } from './price-axis.ts';
import { type Scale, scaleOf } from './scale.ts';
import { thinAsks } from './thin-asks.ts';
import { roundBelow } from './ticks.ts';

/** The picture's logical size; it is drawn at twice that. */
export const WIDTH = 720;
export const HEIGHT = 360;
export const MARGIN = 20;

/** The panels' edges, from above: prices, volume; below them the dates and the legend. */
const TOP = 90;
const PRICE_BOTTOM = 226;
const VOLUME_TOP = 250;
export const BOTTOM = 294;
/** What a heading takes of it. */
export const HEADING = 26;
/** Between a tick's name and its line. */
export const TICK_GAP = 10;
/** Between a target's line and its price. */
export const TARGET_GAP = 6;

/** So that what was short can be seen, px. */
export const LEAST_WIDTH = 1.5;

export interface NamedTick {
  readonly value: number;
  readonly name: string;
}

/** What is drawn, and where: pixels of the logical picture. */
export interface Plot {
  readonly traded: readonly TradedPoint[];
  readonly asks: readonly AskSpan[];
  readonly outages: readonly { readonly from: number; readonly until: number }[];
  readonly target: NamedTick | null;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly priceBottom: number;
  readonly time: Scale;
  readonly price: Scale;
  /** Empty: there is no price to show. */
  readonly priceTicks: readonly NamedTick[];
  readonly volume: Scale;
  readonly volumeTicks: readonly NamedTick[];
  readonly locale: string;
}

/** The middle of a step, px. */
export function middleOf({ from, until }: { from: number; until: number }, { time }: Plot): number {
  return (time(from) + time(until)) / 2;
}

/** Lays a chart out; `hasTitle` false: what stands above it is one line less. */
export function layOut(chart: PriceChart, hasTitle: boolean): Plot {
  const locale = drawableLocale(chart.locale);
  const { from } = chart;
  const target = chart.target === null ? null : { value: chart.target, name: price(chart.target, locale) };
  const to = Math.max(chart.to, from + 1);
  const traded = tradedPoints(chart);
  const asks = thinAsks(askSpans(chart), (to - from) / WIDTH);
  const ticks = priceAxis(traded, asks, chart.target);
  const high = ticks?.values.at(-1) ?? 1;
  const names = ticks ? labelPrices(ticks.values, ticks.step, locale) : [];
  const mostVolume = Math.max(1, ...traded.map(({ summary }) => summary.volume));
  const volumeTick = { value: roundBelow(mostVolume), name: whole(roundBelow(mostVolume), locale) };
  const named = traded.length > 0 ? [...names, volumeTick.name] : names;
  const left = MARGIN + Math.max(0, ...named.map((name) => textWidth(name, SMALL) + TICK_GAP));
  const gutter = target !== null && target.value <= high ? textWidth(target.name, SMALL) + TARGET_GAP : 0;
  const right = WIDTH - MARGIN - gutter;
  const top = hasTitle ? TOP : TOP - HEADING;
  return {
    ...{ traded, asks, target, locale, left, right, top, outages: outageSpans(chart) },
    priceBottom: PRICE_BOTTOM,
    time: scaleOf(from, to, left, right),
    price: scaleOf(ticks?.values[0] ?? 0, high, PRICE_BOTTOM, top),
    priceTicks: ticks?.values.map((value, at) => ({ value, name: names[at] ?? '' })) ?? [],
    volume: scaleOf(0, mostVolume, BOTTOM, VOLUME_TOP),
    volumeTicks: traded.length > 0 ? [volumeTick] : [],
  };
}
