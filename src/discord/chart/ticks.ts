import type { Language } from '../../language/language.ts';
import { whole } from '../../language/number.ts';
import { DAY_MS, HOUR_MS } from '../../time/durations.ts';
import { isDrawable } from './font.ts';
import type { AskSpan, TradedPoint } from './price-chart.ts';

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

/** A flat line gets an axis of at least this part of its height: differences below it are none. */
const LEAST_SPAN = 0.04;
/** A price below this is none: a diamond for more items than there are. */
const NOTHING = 1e-9;
/** An axis from 0 would hide differences below this part of the height; below `SAME`, prices count as equal. */
const HIDDEN = 0.15;
const SAME = 0.01;

/** An axis from its first tick to its last; `step`: between two. */
interface Ticks {
  readonly values: readonly number[];
  readonly step: number;
}

/**
 * Round ticks (1, 2, 5 and their tens) around the values from `low` to `high`, both 0 or more. `most`: steps at most,
 * and one more where that reaches 0. `differ`: by which part of their height those differ that an axis from 0 must not
 * hide.
 */
export function priceTicks(low: number, high: number, differ = (high - low) / high, most = 4): Ticks {
  if (high < NOTHING) return { values: [0, 1], step: 1 };
  const bottom = differ >= HIDDEN || differ < SAME ? 0 : low;
  const lack = Math.max(0, high * LEAST_SPAN - (high - bottom)) / 2;
  let step = roundStep((high - bottom + 2 * lack) / most);
  for (;;) {
    const first = Math.floor((bottom - lack) / step);
    const last = Math.ceil((high + lack) / step);
    if (last - first <= most) return { values: ticksFrom(first === 1 ? 0 : first, last, step), step };
    step = roundStep(step * 1.01);
  }
}

/** The smallest of 1, 2, 5 and their tens that is not below `least`. */
function roundStep(least: number): number {
  const ten = 10 ** Math.floor(Math.log10(least));
  return ([1, 2, 5].find((factor) => factor * ten >= least) ?? 10) * ten;
}

/** The largest of 1, 2, 5 and their tens that is not above `most`. */
export function roundBelow(most: number): number {
  const ten = 10 ** Math.floor(Math.log10(most));
  return ([5, 2].find((factor) => factor * ten <= most) ?? 1) * ten;
}

function ticksFrom(first: number, last: number, step: number): number[] {
  const values = Array.from({ length: last - first + 1 }, (_, at) => (first + at) * step);
  return values.map((value) => Number(value.toPrecision(12)));
}

const STEPS_MS = [
  ...[1, 2, 3, 6, 12].map((hours) => hours * HOUR_MS),
  ...[1, 2, 7, 14, 28].map((days) => days * DAY_MS),
];

/** At most `most` moments from `from` to `to`, epoch ms: hours of UTC, or midnights counted back from the last one. */
export function timeTicks(from: number, to: number, most: number): number[] {
  const least = (to - from) / Math.max(1, most);
  const step = STEPS_MS.find((ms) => ms >= least) ?? Math.ceil(least / DAY_MS) * DAY_MS;
  const midnight = Math.floor(to / DAY_MS) * DAY_MS;
  const ticks: number[] = [];
  for (let at = midnight + Math.ceil((from - midnight) / step) * step; at <= to; at += step) ticks.push(at);
  return ticks.slice(-most);
}

/** Where even the numbers of a date cannot be drawn. */
const FALLBACK = 'en-GB';
export const DATE: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'short', timeZone: 'UTC' };
/** From the first day to the last. */
export const SPAN: Intl.DateTimeFormatOptions = { ...DATE, year: 'numeric' };
export const CLOCK: Intl.DateTimeFormatOptions = { hour: 'numeric', minute: '2-digit', timeZone: 'UTC' };

/** A moment in the reader's way, UTC: its date at midnight, its hour within a day. */
export function labelTick(at: number, language: Language): string {
  return formatTime(at % DAY_MS === 0 ? DATE : CLOCK, language, (format) => format.format(at));
}

/** `22 Oct` in the reader's way, UTC. */
export function labelDate(at: number, language: Language): string {
  return formatTime(DATE, language, (format) => format.format(at));
}

/** `22 Oct – 21 Nov 2026` in the reader's way, UTC. */
export function labelSpan(from: number, to: number, language: Language): string {
  return formatTime(SPAN, language, (format) => format.formatRange(from, to));
}

/** Ticks of a price axis, all with as many decimals; 0 is 0. */
export function labelPrices(values: readonly number[], step: number, language: Language): string[] {
  const decimals = Number.isInteger(step) ? 0 : Math.min(20, Math.max(2, -Math.floor(Math.log10(step))));
  return values.map((value) =>
    value === 0 ? whole(0, language) : language.format(value, { least: decimals, most: decimals }),
  );
}

/** Names of months that the font cannot draw become numbers. */
function formatTime(
  options: Intl.DateTimeFormatOptions,
  language: Language,
  say: (format: Intl.DateTimeFormat) => string,
): string {
  const said = say(new Intl.DateTimeFormat(language.tag, options));
  if (isDrawable(said)) return said;
  const numeric: Intl.DateTimeFormatOptions = options.month === undefined ? options : { ...options, month: 'numeric' };
  const numbered = say(new Intl.DateTimeFormat(language.tag, numeric));
  return isDrawable(numbered) ? numbered : say(new Intl.DateTimeFormat(FALLBACK, options));
}
