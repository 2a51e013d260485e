import { price } from '../render/number.ts';
import { clean, clip, count } from '../render/text.ts';
import { askSpans, DAY_MS, outageSpans, type PriceChart, type TradedPoint, tradedPoints } from './price-chart.ts';

/** Discord allows 1,024; who listens to it wants less. */
const MOST = 300;
/** A change of the usual price below this part of it is none. */
const CHANGE = 0.1;
/** With fewer steps nothing is said of a direction. */
const FEWEST = 4;

/** The chart in words, for those who cannot see it; plain text of at most 300 characters. */
export function describeChart(chart: PriceChart): string {
  const { title, from, to, target, locale } = chart;
  const days = count(Math.max(1, Math.round((to - from) / DAY_MS)), 'day', locale);
  const facts = [
    `${clean(title)}, ${days}: ${sayTrades(tradedPoints(chart), locale)}.`,
    ...sayAsks(chart),
    ...(target === null ? [] : [`Watched price ${price(target, locale)}.`]),
    ...sayOutages(chart),
  ];
  return clip(facts.join(' '), MOST);
}

function sayTrades(traded: readonly TradedPoint[], locale: string): string {
  const medians = traded.map(({ summary }) => summary.median);
  const [first] = medians;
  if (first === undefined) return 'no purchases seen';
  const trades = traded.reduce((sum, { summary }) => sum + summary.trades, 0);
  const [low, high] = [Math.min(...medians), Math.max(...medians)];
  const last = price(medians.at(-1) ?? first, locale);
  const range = low === high ? last : `from ${price(low, locale)} to ${price(high, locale)}, last ${last}`;
  return `median ${range}, ${count(trades, 'purchase', locale)}${sayTrend(medians)}`;
}

/** The second half of the steps against the first. */
function sayTrend(medians: readonly number[]): string {
  if (medians.length < FEWEST) return '';
  const half = Math.floor(medians.length / 2);
  const [before, after] = [middle(medians.slice(0, half)), middle(medians.slice(-half))];
  if (after > before * (1 + CHANGE)) return ', rising';
  return after < before * (1 - CHANGE) ? ', falling' : ', steady';
}

function middle(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

function sayAsks(chart: PriceChart): string[] {
  const asks = askSpans(chart);
  const last = asks.at(-1);
  if (!last) return [];
  const when = last.until < chart.to && last.until < chart.now ? 'last' : chart.to < chart.now ? 'at the end' : 'now';
  return [`Best ask ${when} ${price(last.ask, chart.locale)}.`];
}

function sayOutages(chart: PriceChart): string[] {
  const { length } = outageSpans(chart);
  return length === 0 ? [] : [`Stream down ${count(length, 'time', chart.locale)}.`];
}
