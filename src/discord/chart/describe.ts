import { price } from '../render/words/number.ts';
import { clean, clip, count } from '../render/words/text.ts';
import { layOut, type Plot } from './plot/plot.ts';
import { cutRange } from './plot/price-axis.ts';
import { DAY_MS, type PriceChart, type TradedPoint } from './price-chart.ts';

/** Discord allows 1,024; who listens to it wants less. */
const MOST = 300;
/** The chart in words, for those who cannot see it; plain text of at most 300 characters. */
export function describeChart(chart: PriceChart): string {
  const { title, from, to, target, locale } = chart;
  const plot = layOut(chart, true);
  const days = count(Math.max(1, Math.round((to - from) / DAY_MS)), 'day', locale);
  const facts = [
    `${clean(title)}, ${days}: ${formatPurchases(plot.traded, locale)}.`,
    ...formatCut(plot, locale),
    ...formatAsks(chart, plot),
    ...(target === null ? [] : [`Watched price ${price(target, locale)}.`]),
    ...(plot.outages.length === 0 ? [] : [`Stream down ${count(plot.outages.length, 'time', locale)}.`]),
  ];
  return clip(facts.join(' '), MOST);
}

/** From the first step to the last, and how far it went besides: `median fell from 440 to 400 (between 390 and 500)`. */
function formatPurchases(traded: readonly TradedPoint[], locale: string): string {
  const medians = traded.map(({ summary }) => summary.median);
  const [first, last] = [medians.at(0), medians.at(-1)];
  if (first === undefined || last === undefined) return 'no purchases seen';
  const purchases = traded.reduce((sum, { summary }) => sum + summary.trades, 0);
  const [from, to, low, high] = [first, last, Math.min(...medians), Math.max(...medians)].map((of) =>
    price(of, locale),
  );
  const way = from === to ? to : `${last > first ? 'rose' : 'fell'} from ${from} to ${to}`;
  const isBetween = [low, high].every((end) => end === from || end === to);
  return `median ${way}${isBetween ? '' : ` (between ${low} and ${high})`}, ${count(purchases, 'purchase', locale)}`;
}

function formatCut({ traded, price: { high } }: Plot, locale: string): string[] {
  const reached = cutRange(traded, high);
  return reached === null ? [] : [`Most trades reach up to ${price(reached, locale)}, cut off in the picture.`];
}

function formatAsks({ to, now, locale }: PriceChart, { asks }: Plot): string[] {
  const last = asks.at(-1);
  if (!last) return [];
  const when = last.until < to && last.until < now ? 'last' : to < now ? 'at the end' : 'now';
  return [`Best ask ${when} ${price(last.ask, locale)}.`];
}
