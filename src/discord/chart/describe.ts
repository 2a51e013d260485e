import type { Language } from '../../language/language.ts';
import { price } from '../../language/number.ts';
import { DAY_MS } from '../../time/durations.ts';
import { clean, clip } from '../render/words/text.ts';
import { hasBefore } from './panels.ts';
import { layOut, type Plot } from './plot.ts';
import type { PriceChart, TradedPoint } from './price-chart.ts';
import { cutRange, labelDate } from './ticks.ts';

/** Discord allows 1,024; who listens to it wants less. */
const MOST = 300;
/** The chart in words, for those who cannot see it; plain text of at most 300 characters. */
export function describeChart(chart: PriceChart): string {
  const { title, from, to, target, language } = chart;
  const plot = layOut(chart, true);
  const { outages, mixed } = plot;
  const n = Math.max(1, Math.round((to - from) / DAY_MS));
  const facts = [
    language.say('chart.alt-title', { item: clean(title), n }),
    ...formatPurchases(plot.traded, language),
    ...formatCut(plot),
    ...formatAsks(chart, plot),
    ...(target === null ? [] : [language.say('chart.alt-watched', { price: price(target, language) })]),
    ...(outages.length === 0 ? [] : [language.say('chart.alt-outages', { n: outages.length })]),
    ...(mixed === null ? [] : [language.say('chart.alt-mixed', { date: labelDate(mixed.until, language) })]),
    ...(hasBefore(plot) ? [language.say('chart.alt-before')] : []),
  ];
  return clip(language.sentences(facts), MOST);
}

/** From the first step to the last, and how far it went besides. */
function formatPurchases(traded: readonly TradedPoint[], language: Language): string[] {
  const medians = traded.map(({ summary }) => summary.median);
  const [first, last] = [medians.at(0), medians.at(-1)];
  if (first === undefined || last === undefined) return [language.say('chart.alt-none')];
  const n = traded.reduce((sum, { summary }) => sum + summary.trades, 0);
  const purchases = language.say('common.purchases', { n });
  const named = (of: number) => price(of, language);
  const [from, to, low, high] = [named(first), named(last), named(Math.min(...medians)), named(Math.max(...medians))];
  const way =
    from === to
      ? language.say('chart.alt-same', { purchases, price: to })
      : language.say(last > first ? 'chart.alt-rose' : 'chart.alt-fell', { purchases, from, to });
  const isBetween = [low, high].every((end) => end === from || end === to);
  return isBetween ? [way] : [way, language.say('chart.alt-between', { low, high })];
}

function formatCut({ traded, price: { high }, language }: Plot): string[] {
  const reached = cutRange(traded, high);
  return reached === null ? [] : [language.say('chart.alt-cut', { price: price(reached, language) })];
}

function formatAsks({ to, now, language }: PriceChart, { asks }: Plot): string[] {
  const last = asks.at(-1);
  if (!last) return [];
  const isOver = last.until < to && last.until < now;
  const key = isOver ? 'chart.alt-ask-last' : to < now ? 'chart.alt-ask-end' : 'chart.alt-ask-now';
  return [language.say(key, { price: price(last.ask, language) })];
}
