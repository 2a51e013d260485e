import { whole } from '../../render/words/number.ts';
import { isDrawable } from '../font.ts';
import { DAY_MS } from '../price-chart.ts';

/** Where a locale's digits cannot be drawn. */
const FALLBACK = 'en-GB';
const DATE: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'short', timeZone: 'UTC' };
const CLOCK: Intl.DateTimeFormatOptions = { hour: 'numeric', minute: '2-digit', timeZone: 'UTC' };

/** The reader's locale if the font has its digits and it is one. */
export function drawableLocale(locale: string): string {
  try {
    return isDrawable(new Intl.NumberFormat(locale).format(1_234_567_890.5)) ? locale : FALLBACK;
  } catch {
    return FALLBACK; // malformed
  }
}

/** A moment in the reader's way, UTC: its date at midnight, its hour within a day. */
export function labelTick(at: number, locale: string): string {
  return formatTime(at % DAY_MS === 0 ? DATE : CLOCK, locale, (format) => format.format(at));
}

/** `22 Oct – 21 Nov 2026` in the reader's way, UTC. */
export function labelSpan(from: number, to: number, locale: string): string {
  return formatTime({ ...DATE, year: 'numeric' }, locale, (format) => format.formatRange(from, to));
}

/** Ticks of a price axis, all with as many decimals; 0 is 0. */
export function labelPrices(values: readonly number[], step: number, locale: string): string[] {
  const decimals = Number.isInteger(step) ? 0 : Math.min(20, Math.max(2, -Math.floor(Math.log10(step))));
  const format = new Intl.NumberFormat(locale, { minimumFractionDigits: decimals, maximumFractionDigits: decimals });
  return values.map((value) => (value === 0 ? whole(0, locale) : format.format(value)));
}

/** Names of months that the font cannot draw become numbers. */
function formatTime(
  options: Intl.DateTimeFormatOptions,
  locale: string,
  say: (format: Intl.DateTimeFormat) => string,
): string {
  const said = say(new Intl.DateTimeFormat(locale, options));
  if (isDrawable(said)) return said;
  const numeric: Intl.DateTimeFormatOptions = options.month === undefined ? options : { ...options, month: 'numeric' };
  const numbered = say(new Intl.DateTimeFormat(locale, numeric));
  return isDrawable(numbered) ? numbered : say(new Intl.DateTimeFormat(FALLBACK, options));
}
