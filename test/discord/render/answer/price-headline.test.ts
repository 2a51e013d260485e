import { expect, test } from 'vitest';
import type { PriceAnswer } from '../../../../src/discord/render/answer/price-answer.ts';
import { estimateWidth, PHONE_LINE_EM } from '../../../../src/discord/render/words/text.ts';
import { CATALOGUES } from '../../../../src/language/languages.ts';
import { identify } from '../../../../src/market/item/identity.ts';
import { bestAsk, bestBid } from '../../../../src/market/prices/quotes.ts';
import { LANGUAGES } from '../../../language/spoken.ts';
import { item, marketOf, shop } from '../../../market/samples.ts';
import { askOf, bidOf, containerOf, counted, read, slime, worthOf } from './price-samples.ts';

const SPOKEN = Object.keys(CATALOGUES).map((tag) => LANGUAGES.of(tag));
const headline = (more: Partial<PriceAnswer>) => read(more).split('\n').slice(2, 5);

test('the headline has worth, cheapest offer and best bid, the latter two compared with the worth', () => {
  expect(headline({ worth: worthOf(10), ask: askOf(8), bid: bidOf(5) })).toEqual([
    'Worth **10**',
    'Buy **8** · 20% under worth',
    'Sell **5** · 50% under worth',
  ]);
  expect(headline({ ask: askOf(8), bid: bidOf(6) })).toEqual([
    'Worth unknown',
    'Buy **8**',
    'Sell **6** · 25% under the cheapest',
  ]);
  expect(headline({})).toEqual(['Worth unknown', 'No shop sells it right now', 'No shop buys it right now']);
  expect(headline({ isSoldOut: true })).toContain('Probably just sold out');
  expect(headline({ hasShops: false })[1]).toMatch(/^Shop prices aren’t known yet/);
});

test('the heading of /price states the unit, and the headline omits it', () => {
  const lines = read({ worth: worthOf(10), ask: askOf(8, 2), bid: bidOf(5) }).split('\n');
  expect(lines.slice(0, 2)).toEqual(['### Slime Block', '-# prices in diamonds']);
  expect(lines.slice(2, 5).join('\n')).not.toContain('diamond');
});

test('the headline of /price states the 7-day trend after the worth', () => {
  const trend = (direction: 'under' | 'over' | 'at') =>
    headline({ worth: worthOf(10), trend: { percent: direction === 'at' ? 0 : 13, direction } })[0];
  expect(trend('under')).toBe('Worth **10** · 7 days: 13% lower');
  expect(trend('over')).toBe('Worth **10** · 7 days: 13% higher');
  expect(trend('at')).toBe('Worth **10** · 7 days: unchanged');
});

test('a headline without room shortens comparisons to a signed percentage, then omits the unit price', () => {
  const buy = (price: number, quantity: number) => headline({ worth: worthOf(10), ask: askOf(price, quantity) })[1];
  expect(buy(8, 1)).toBe('Buy **8** · 20% under worth');
  expect(buy(128, 16)).toBe('Buy **16 for 128** · 8 each · −20%');
  expect(buy(13_824.5, 1_728)).toBe('Buy **1,728 for 13,824.50** · −19%');
  expect(buy(640, 16)).toBe('Buy **16 for 640** · 40 each · ×4');
});

const PHONE_HEADLINES: readonly [string, Partial<PriceAnswer>][] = [
  ['usual prices', { worth: worthOf(0.25), ask: askOf(3, 32), bid: bidOf(2, 16) }],
  ['small prices', { worth: worthOf(0.0125), ask: askOf(1, 64), bid: bidOf(1, 96) }],
  ['large prices', { worth: worthOf(12_345.67), ask: askOf(7_654_321, 640), bid: bidOf(1_234_567, 1_728) }],
  ['no worth', { ask: askOf(3, 32), bid: bidOf(2, 16) }],
  ['no shop', {}],
  ['sold out', { isSoldOut: true }],
  ['variants alone', counted({ others: { sellers: 3, buyers: 4, areEnchanted: true } })],
  ['filled boxes alone', counted({ filled: 3 })],
  ['no list of shops', { hasShops: false }],
  ['containers alone', { full: containerOf() }],
];
const TRENDS = [null, ...(['under', 'over', 'at'] as const).map((direction) => ({ percent: 88, direction }))];

/** Returns the number of lines on a phone. */
function phoneLines(text: string): number {
  return Math.ceil(estimateWidth(text) / PHONE_LINE_EM);
}

test.each(PHONE_HEADLINES)('the headline takes three lines of a phone in every language: %s', (_, more) => {
  const tooLong = SPOKEN.flatMap((language) =>
    TRENDS.flatMap((trend) => {
      const lines = read({ ...more, trend, language })
        .split('\n')
        .slice(2);
      const headlines = lines.slice(0, more.hasShops === false ? 2 : 3);
      return headlines.reduce((sum, line) => sum + phoneLines(line), 0) > 3
        ? [`${language.tag}: ${headlines.join(' / ')}`]
        : [];
    }),
  );
  expect(tooLong).toEqual([]);
});

test('usual offers keep the unit price in every language, and compare with the worth if there is room', () => {
  const answer = { worth: worthOf(0.25), ask: askOf(3, 32), bid: bidOf(2, 16) };
  const without: string[] = [];
  for (const language of SPOKEN) {
    const [, buy = '', sell = ''] = read({ ...answer, language })
      .split('\n')
      .slice(2, 5);
    expect(`${language.tag} ${buy}`).toMatch(/32.*0[.,]094|0[.,]094.*32/);
    expect(`${language.tag} ${sell}`).toMatch(/16.*0[.,]13|0[.,]13.*16/);
    if (!buy.includes('−62') || !sell.includes('−50')) without.push(language.tag);
  }
  // The Turkish word for a bundle is too long.
  expect(without).toEqual(['tr']);
});

test('the heading names the item in the reader’s language if a shop sells it', () => {
  const rocket = identify('FIREWORK_ROCKET', '{"minecraft:fireworks":{flight_duration:2b}}');
  const choice = { type: rocket.type, key: rocket.key, label: 'Firework Rocket (flight 2)' };
  const ask = bestAsk(marketOf(shop(1, { item: item(rocket) })), choice);
  const heading = (more: Partial<PriceAnswer>) =>
    read({ item: choice, language: LANGUAGES.of('de'), ...more }).split('\n')[0];
  expect(heading({ ask })).toBe('### Firework Rocket (Flugdauer 2)');
  expect(heading({})).toBe('### Firework Rocket (flight 2)');
});

test('damaged and signed items are labelled instead of compared, even in long offers', () => {
  const damaged = item('SLIME_BLOCK', { condition: { damaged: true, signedBy: '*Ada*' } });
  const ask = bestAsk(marketOf(shop(1, { price: 8, item: damaged })), slime);
  const bid = bestBid(marketOf(shop(1, { price: 5, side: 'bid', item: damaged })), slime);
  expect(headline({ worth: worthOf(10), ask, bid })).toEqual([
    'Worth **10**',
    String.raw`Buy **8** · damaged · signed by \*Ad…`,
    String.raw`Sell **5** · damaged · signed by \*Ad…`,
  ]);
  expect(headline({ ask, bid: bidOf(6) })[2]).toBe('Sell **6**');
  const long = { ...damaged, quantity: 1_728 };
  const expensive = bestAsk(marketOf(shop(1, { price: 7_654_321, remaining: 1_728, item: long })), slime);
  expect(headline({ ask: expensive })[1]).toBe('Buy **1,728 for 7,654,321** · damaged');
});

test('the counts agree with the headline: a plain item without sellers is called plain if variants are sold', () => {
  const alone = counted({ others: { sellers: 267, buyers: 1, areEnchanted: false } });
  expect(headline(alone)).toEqual(['Worth unknown', 'No shop sells a plain one', 'No shop buys a plain one']);
  expect(read(alone)).toContain('\n-# Other variants: 267 more sell, 1 buys\n');
  expect(read(alone)).not.toContain('[Show shops]');
  const nobody = counted({});
  expect(read(nobody), 'the headline says that nobody trades it').not.toMatch(/\b0 /);
  const own = (sellers: number, buyers: number) =>
    read(counted({ own: { sellers, buyers, empty: 0 }, others: { sellers: 0, buyers: 2, areEnchanted: true } }));
  expect(own(3, 0)).toContain('-# Plain: 3 shops sell. Enchanted: 2 more buy\n');
  expect(own(0, 1)).toContain('-# Plain: 1 shop buys. Enchanted: 2 more buy\n');
  const boxes = headline({ full: containerOf(), ...counted({ containers: 1 }) });
  expect(boxes[1]).toBe('Only in containers: **0.13** each');
});
