import type { Language } from '../../../language/language.ts';
import { price, pricesApart, whole } from '../../../language/number.ts';
import { standing } from '../../../market/prices/standing.ts';
import { FEW_TRADES, type Summary } from '../../../market/prices/summary.ts';
import { stamp } from '../words/text.ts';
import type { PriceAnswer } from './price-answer.ts';

/** The purchases that the chart shows, as a small line: how many, at how many shops, and the last one's time. */
export function formatPurchases({ purchases, days: n, language }: PriceAnswer): string {
  const heading = language.say('price.paid', { n });
  if (purchases === null) return `${heading} · ${language.say('price.none-seen')}`;
  const facts = [
    language.say('common.purchases', { n: purchases.trades }),
    ...(purchases.shops > 0 ? [language.say('common.shops', { n: purchases.shops })] : []),
    language.say('price.last', { when: stamp(purchases.lastAt) }),
  ];
  return [heading, ...facts].join(' · ');
}

/** Sums up what players paid shops, apart from what shops paid players, and auctions. */
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
  const middle = language.say('offer.unit', { price: `**${apart.get(median) ?? ''}**` });
  const prices = [heading, language.say('price.median', { each: middle })];
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
  const before = { n: days, median: price(medianBefore, language) };
  if (against.direction === 'at') return language.say('price.same', before);
  const percent = whole(against.percent, language);
  return language.say(against.direction === 'under' ? 'price.less' : 'price.more', { ...before, percent });
}
