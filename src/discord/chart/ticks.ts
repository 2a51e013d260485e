import type { Language } from '../../language/language.ts';
import { formatWhole } from '../../language/number.ts';
import { DAY_MS, HOUR_MS } from '../../time/durations.ts';
import { isDrawable } from './font.ts';
import type { AskSpan, TradedPoint } from './price-chart.ts';

/** Multiple of the 95th percentile above which a price is a spike. */
const SPIKE_FACTOR = 4;
/** The least prices that can show a spike. With as many medians, asks do not count. */
const LEAST_PRICES = 4;

/**
 * Chooses the axis of prices. Spikes do not stretch it.
 *
 * @returns the ticks, or null if there is no price
 */
export function priceAxis(
  traded: readonly TradedPoint[],
  asks: readonly Pick<AskSpan, 'ask'>[],
  target: number | null,
): Ticks | null {
  const medians = traded.map(({ summary }) => summary.median);
  const asked = asks.map(({ ask }) => ask);
  const bound = spikeBound(medians.length >= LEAST_PRICES ? medians : [...medians, ...asked]);
  const ranges = traded.flatMap(({ summary }) => [summary.p10, summary.p90]);
  const lines = [...medians, ...asked, ...(target === null ? [] : [target])].filter((value) => value <= bound);
  const shown = [...lines, ...ranges.filter((value) => value <= bound)];
  if (shown.length === 0) return null;
  shown.sort((a, b) => a - b);
  return priceTicks(shown[0] ?? 0, shown.at(-1) ?? 0, differenceOf(lines));
}

/** Returns the highest P90 above the axis, where the drawn range is cut off, or null if none is. */
export function cutRange(traded: readonly TradedPoint[], high: number): number | null {
  const beyond = traded.map(({ summary }) => summary.p90).filter((value) => value > high);
  return beyond.length === 0 ? null : Math.max(...beyond);
}

/** Returns the difference of the prices as a fraction of the highest. Ranges do not count, because they are wider. */
function differenceOf(lines: readonly number[]): number | undefined {
  const [low, high] = [Math.min(...lines), Math.max(...lines)];
  return high > 0 && Number.isFinite(high) ? (high - low) / high : undefined;
}

function spikeBound(usual: readonly number[]): number {
  const sorted = usual.filter((value) => value > 0).sort((a, b) => a - b);
  const high = sorted[Math.floor((sorted.length - 1) * 0.95)];
  return high === undefined || sorted.length < LEAST_PRICES ? Number.POSITIVE_INFINITY : high * SPIKE_FACTOR;
}

/** Least height of an axis, as a fraction of the highest price, so that a flat line stays flat. */
const LEAST_SPAN = 0.04;
/** Lowest price that does not count as 0. Below it a diamond buys more items than the game has. */
const LEAST_PRICE = 1e-9;
/** Share of the highest price below which a difference would be invisible on an axis from 0. */
const HIDDEN_FRACTION = 0.15;
/** Relative difference below which prices count as equal. */
const EQUAL_FRACTION = 0.01;

/** The ticks of an axis, and the step between two. */
interface Ticks {
  readonly values: readonly number[];
  readonly step: number;
}

/**
 * Returns round ticks (1, 2, 5 and their tens) around the values from `low` to `high`, both 0 or more.
 *
 * @param differ the difference that an axis from 0 must not hide, as a fraction of `high`
 * @param most limits the steps, plus one if that reaches 0
 */
export function priceTicks(low: number, high: number, differ = (high - low) / high, most = 4): Ticks {
  if (high < LEAST_PRICE) return { values: [0, 1], step: 1 };
  const bottom = differ >= HIDDEN_FRACTION || differ < EQUAL_FRACTION ? 0 : low;
  const lack = Math.max(0, high * LEAST_SPAN - (high - bottom)) / 2;
  let step = roundStep((high - bottom + 2 * lack) / most);
  for (;;) {
    const first = Math.floor((bottom - lack) / step);
    const last = Math.ceil((high + lack) / step);
    if (last - first <= most) return { values: ticksFrom(first === 1 ? 0 : first, last, step), step };
    step = roundStep(step * 1.01);
  }
}

/** Returns the smallest of 1, 2, 5 and their tens that is not below `least`. */
function roundStep(least: number): number {
  const ten = 10 ** Math.floor(Math.log10(least));
  return ([1, 2, 5].find((factor) => factor * ten >= least) ?? 10) * ten;
}

/** Returns the largest of 1, 2, 5 and their tens that is not above `most`. */
export function roundBelow(most: number): number {
  const ten = 10 ** Math.floor(Math.log10(most));
  return ([5, 2].find((factor) => factor * ten <= most) ?? 1) * ten;
}

function ticksFrom(first: number, last: number, step: number): number[] {
  const values = Array.from({ length: last - first + 1 }, (_, at) => (first + at) * step);
  return values.map((value) => Number(value.toPrecision(12)));
}

const TICK_STEPS_MS = [
  ...[1, 2, 3, 6, 12].map((hours) => hours * HOUR_MS),
  ...[1, 2, 7, 14, 28].map((days) => days * DAY_MS),
];

/** Returns up to `most` times from `from` to `to` (epoch ms): hours in UTC, or midnights counted back from the last. */
export function timeTicks(from: number, to: number, most: number): number[] {
  const least = (to - from) / Math.max(1, most);
  const step = TICK_STEPS_MS.find((ms) => ms >= least) ?? Math.ceil(least / DAY_MS) * DAY_MS;
  const midnight = Math.floor(to / DAY_MS) * DAY_MS;
  const ticks: number[] = [];
  for (let at = midnight + Math.ceil((from - midnight) / step) * step; at <= to; at += step) ticks.push(at);
  return ticks.slice(-most);
}

/** Locale for languages whose dates cannot be drawn even as numbers. */
const FALLBACK_LOCALE = 'en-GB';
export const DATE_FORMAT: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'short', timeZone: 'UTC' };
export const SPAN_FORMAT: Intl.DateTimeFormatOptions = { ...DATE_FORMAT, year: 'numeric' };
export const CLOCK_FORMAT: Intl.DateTimeFormatOptions = { hour: 'numeric', minute: '2-digit', timeZone: 'UTC' };

/** Formats a UTC time in the user's language: the date at midnight, else the hour. */
export function labelTick(at: number, language: Language): string {
  return formatTime(at % DAY_MS === 0 ? DATE_FORMAT : CLOCK_FORMAT, language, (format) => format.format(at));
}

/** Formats a UTC date like `22 Oct` in the user's language. */
export function labelDate(at: number, language: Language): string {
  return formatTime(DATE_FORMAT, language, (format) => format.format(at));
}

/** Formats UTC dates like `22 Oct – 21 Nov 2026` in the user's language. */
export function labelSpan(from: number, to: number, language: Language): string {
  return formatTime(SPAN_FORMAT, language, (format) => format.formatRange(from, to));
}

/** Formats the ticks of a price axis with the same number of decimals, except for 0. */
export function labelPrices(values: readonly number[], step: number, language: Language): string[] {
  const decimals = Number.isInteger(step) ? 0 : Math.min(20, Math.max(2, -Math.floor(Math.log10(step))));
  return values.map((value) =>
    value === 0 ? formatWhole(0, language) : language.format(value, { least: decimals, most: decimals }),
  );
}

/** Formats a time, with a number for the month if the fonts cannot draw its name. */
function formatTime(
  options: Intl.DateTimeFormatOptions,
  language: Language,
  say: (format: Intl.DateTimeFormat) => string,
): string {
  const formatted = say(new Intl.DateTimeFormat(language.tag, options));
  if (isDrawable(formatted)) return formatted;
  const numeric: Intl.DateTimeFormatOptions = options.month === undefined ? options : { ...options, month: 'numeric' };
  const numbered = say(new Intl.DateTimeFormat(language.tag, numeric));
  return isDrawable(numbered) ? numbered : say(new Intl.DateTimeFormat(FALLBACK_LOCALE, options));
}
