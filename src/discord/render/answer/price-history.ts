import type { Language } from '../../../language/language.ts';
import { price, pricesApart, whole } from '../../../language/number.ts';
import { standing } from '../../../market/prices/standing.ts';
import { FEW_TRADES, type Summary } from '../../../market/prices/summary.ts';
import { stamp } from '../words/text.ts';
import type { PriceAnswer } from './price-answer.ts';

/** The purchases that the chart shows, as a small line: how many, at how many shops, and the last one's time. */
export function formatPurchases({ purchases, days: n, language }: PriceAnswer): string {
  if (purchases === null) return language.say('price.no-purchases', { n });
  const heading = language.say('price.paid', { n });
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
    formatSummary('paid', n, purchases, language),
    ...(trend === null ? [] : [`-# ${trend}`]),
    formatSummary('received', n, sales, language),
    formatSummary('auctions', n, auctions, language),
  ].join('\n');
}

const COUNTED = { paid: 'common.purchases', received: 'price.sales', auctions: 'price.auctioned' } as const;
const NONE = { paid: 'price.no-purchases', received: 'price.no-sales', auctions: 'price.no-auctions' } as const;

function formatSummary(kind: keyof typeof COUNTED, days: number, summary: Summary | null, language: Language): string {
  if (!summary) return language.say(NONE[kind], { n: days });
  const { median, p10, p90, volume, trades, shops, lastAt } = summary;
  const apart = pricesApart([p10, median, p90], language);
  const facts = [
    language.say(COUNTED[kind], { n: trades }),
    ...(shops > 0 ? [language.say('common.shops', { n: shops })] : []),
    language.say('common.items', { n: volume }),
    language.say('price.last', { when: stamp(lastAt) }),
  ];
  const middle = language.say('offer.unit', { price: `**${apart.get(median) ?? ''}**` });
  const prices = [language.say(`price.${kind}`, { n: days }), language.say('price.median', { each: middle })];
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
