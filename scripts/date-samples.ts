import { CLOCK_FORMAT, DATE_FORMAT, SPAN_FORMAT } from '../src/discord/chart/ticks.ts';

const DAY_MS = 24 * 60 * 60_000;

/**
 * Returns a language's dates, spans and times in the charts' formats, of every month and hour: all letters that they
 * can contain.
 */
export function dateSamples(tag: string): string[] {
  const [date, span, clock] = [DATE_FORMAT, SPAN_FORMAT, CLOCK_FORMAT].map(
    (options) => new Intl.DateTimeFormat(tag, options),
  );
  const months = Array.from({ length: 12 }, (_, month) => Date.UTC(2026, month, 21));
  const hours = Array.from({ length: 24 }, (_, hour) => Date.UTC(2026, 0, 1, hour));
  const ranges = [1, 30, 365].flatMap((days) => months.map((at) => span?.formatRange(at, at + days * DAY_MS) ?? ''));
  return [...months.map((at) => date?.format(at) ?? ''), ...ranges, ...hours.map((at) => clock?.format(at) ?? '')];
}
