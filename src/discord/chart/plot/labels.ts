import type { Language } from '../../../language/language.ts';
import { whole } from '../../../language/number.ts';
import { isDrawable } from '../font.ts';
import { DAY_MS } from '../price-chart.ts';

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
