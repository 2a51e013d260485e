import type { Language } from '../../../language/language.ts';
import { diamonds, each, pricesApart, whole } from '../../../language/number.ts';
import { standing } from '../../../market/prices/standing.ts';
import { FEW_TRADES, type Summary } from '../../../market/prices/summary.ts';
import { stamp } from '../words/text.ts';
import type { PriceAnswer } from './price-answer.ts';

/** What players paid shops, apart from what they were paid, and auctions. */
export function formatHistory(answer: PriceAnswer): string {
  const { days: n, purchases, sales, auctions, language } = answer;
  const trend = formatTrend(answer);
  return [
    formatSummary(language.say('price.paid', { n }), 'common.purchases', purchases, language),
    ...(trend === null ? [] : [`-# ${trend}`]),
    formatSummary(language.say('price.received', { n }), 'price.sales', sales, language),
    formatSummary(language.say('price.auctions', { n }), 'price.auctioned', auctions, language),
  ].join('\n');
}

type Counted = 'common.purchases' | 'price.sales' | 'price.auctioned';

function formatSummary(heading: string, counted: Counted, summary: Summary | null, language: Language): string {
  if (!summary) return `${heading} · ${language.say('price.none-seen')}`;
  const { median, p10, p90, volume, trades, shops, lastAt } = summary;
  const apart = pricesApart([p10, median, p90], language);
  const facts = [
    language.say(counted, { n: trades }),
    ...(shops > 0 ? [language.say('common.shops', { n: shops })] : []),
    language.say('common.items', { n: volume }),
    language.say('price.last', { when: stamp(lastAt) }),
  ];
  const prices = [heading, language.say('price.median', { each: each(median, language, apart.get(median)) })];
  return `${[...prices, ...formatRange(summary, apart, language)].join(' · ')}\n-# ${facts.join(' · ')}`;
}

function formatRange({ p10, p90, trades }: Summary, apart: ReadonlyMap<number, string>, language: Language): string[] {
  if (p10 === p90) return [];
  const ends = { low: apart.get(p10) ?? '', high: apart.get(p90) ?? '' };
  return [language.say(trades < FEW_TRADES ? 'price.range-of-few' : 'price.range', ends)];
}

/** The median against that of the period before, where both have enough trades to compare. */
function formatTrend({ purchases, medianBefore, days, language }: PriceAnswer): string | null {
  if (purchases === null || medianBefore === null || purchases.trades < FEW_TRADES) return null;
  const against = standing(purchases.median, medianBefore);
  if (against === null) return null;
  const before = { n: days, median: diamonds(medianBefore, language) };
  if (against.direction === 'at') return language.say('price.same', before);
  const percent = whole(against.percent, language);
  return language.say(against.direction === 'under' ? 'price.less' : 'price.more', { ...before, percent });
}
