import { expect, test } from 'vitest';
import { type PriceAnswer, renderPrice } from '../../../../src/discord/render/answer/price.ts';
import { cheapestInContainers } from '../../../../src/market/prices/container-quotes.ts';
import { bestBid } from '../../../../src/market/prices/quotes.ts';
import { summarise } from '../../../../src/market/prices/summary.ts';
import { ENGLISH } from '../../../language/spoken.ts';
import { item, marketOf, shop } from '../../../market/samples.ts';
import { grouped, single } from '../../../market/trade-groups.ts';

const NOW = 1_700_000_000_000;
const few = { worth: null, why: 'few-trades', sellers: 0, trades: 0, setAside: 0 } as const;
const paid = (...prices: readonly number[]) => summarise(grouped(prices.map((price) => single({ paid: price }))));
const nothing: PriceAnswer = {
  item: { type: 'SLIME_BLOCK' },
  ...{
    ask: null,
    bid: null,
    unpricedBids: 0,
    isSoldOut: false,
    full: null,
    purchases: null,
    sales: null,
    auctions: null,
    medianBefore: null,
  },
  ...{
    days: 30,
    worth: few,
    boxes: null,
    variants: [],
    outages: [],
    knownSince: null,
    hasEarlierTrades: false,
    now: NOW,
  },
  ...{ freshness: '-# fresh', hasPicture: false, hasShops: true, language: ENGLISH },
};
const embedOf = (more: Partial<PriceAnswer>) => renderPrice({ ...nothing, ...more }).embeds[0];
const field = (name: string, more: Partial<PriceAnswer>) =>
  embedOf(more)?.fields?.find((one) => one.name.startsWith(name))?.value;

test('a few trades have a least and a most, more of them a usual range', () => {
  expect(field('Auctions', { auctions: paid(9.5, 12) })).toMatch(/^Median \*\*10\.75\*\* each \(from 9\.50 to 12\)/);
  expect(field('Auctions', { auctions: paid(1, 2, 3, 4, 5) })).toContain('(most between 1.40 and 4.60)');
});

test.each([
  ['more', paid(2, 2, 2, 2, 2), 1, 30, '100 % more than in the 30 days before (1)'],
  ['less, in a day', paid(1, 1, 1, 1, 1), 2, 1, '50 % less than in the day before (2)'],
  ['hardly other', paid(1_001, 1_001, 1_001, 1_001, 1_001), 1_000, 7, 'Hardly changed from the 7 days before (1,000)'],
])('the change against the period before: %s', (_, purchases, medianBefore, days, said) => {
  expect(field('Players paid', { purchases, medianBefore, days })?.split('\n').at(-1)).toBe(said);
});

test('four purchases are compared with nothing', () => {
  expect(field('Players paid', { purchases: paid(9, 9, 9, 9), medianBefore: 1 })).not.toContain('before');
});

test('what players paid stands apart from what they were paid', () => {
  const both = { purchases: paid(9, 9, 9), sales: paid(5, 5) };
  expect(field('Players paid shops, 30 days', both)).toMatch(
    /^Median \*\*9\*\* each\n3 purchases at 1 place · 3 items/,
  );
  expect(field('Shops paid players, 30 days', both)).toMatch(/^Median \*\*5\*\* each\n2 sales at 1 place · 2 items/);
  expect(field('Players paid', {})).toBe('No purchase seen');
  expect(field('Shops paid', {})).toBe('No sale seen');
});

test('a worth says what it rests on; without one, why, and what was left out', () => {
  expect(field('Worth', { worth: { worth: 3, sellers: 4, trades: 9, setAside: 0 } })).toBe(
    '**3** each · by 4 sellers, one vote each · 9 purchases',
  );
  expect(field('Worth', { worth: few })).toBe('Too few purchases to say: it takes 5');
  expect(field('Worth', { worth: { ...few, why: 'few-sellers', sellers: 2, setAside: 1 } })).toMatch(
    /^Too few sellers to say: it takes 3 .* · 1 left out, far off in price$/,
  );
  expect(field('Worth', { worth: { ...few, why: 'scattered' } })).toBe('The sellers’ prices differ too much to say');
});

test('what trades have emptied since the list is not flatly said to be sold by nobody', () => {
  expect(field('Cheapest', { isSoldOut: true })).toBe('Probably out of stock: the last seems to be sold');
  expect(field('Cheapest', {})).toBe('No shop sells it now');
});

test('a buyer who shows less than a bundle is quoted, and may not buy', () => {
  const stack = item('SLIME_BLOCK', { quantity: 4 });
  const bid = (remaining: number) =>
    bestBid(marketOf(shop(1, { side: 'bid', remaining, item: stack })), { type: 'SLIME_BLOCK' });
  expect(field('Best to sell', { bid: bid(0) })).toContain('4 for 4 diamonds · 0 left: may not buy · 1 shop buys it');
  expect(field('Best to sell', { bid: bid(4) })).toContain('4 for 4 diamonds · 1 shop buys it');
});

test('buyers of an unknown variant are told of, without a price', () => {
  expect(field('Best to sell', { unpricedBids: 2 })).toBe(
    'No shop buys it now\n2 shops may buy it: nobody knows which variant',
  );
});

test('a container full of it stands apart, with its price for one', () => {
  const box = item('SHULKER_BOX', { contents: [item('SLIME_BLOCK', { quantity: 64 })] });
  const full = cheapestInContainers(marketOf(shop(1, { price: 8, item: box })), { type: 'SLIME_BLOCK' });
  expect(field('In containers', { full })).toBe(
    '**0.125** each in Shulker Box · 1 box of 64 for 8 diamonds · 1 shop sells it so\nAda · `1 64 -3` world',
  );
});

test('an outage is told once: the one that goes on stands with the age of the data', () => {
  const outages = [
    { from: NOW - 7_200_000, until: NOW - 3_600_000, why: '' },
    { from: NOW - 60_000, until: null, why: '' },
  ];
  expect(embedOf({ outages })?.description?.match(/Stream down/g)).toHaveLength(1);
  expect(embedOf({ outages: outages.slice(1) })?.description).toBe('-# fresh');
});

test('what was before Crier came is not known', () => {
  expect(embedOf({ knownSince: NOW })?.description).toBe(
    `-# fresh\n-# Crier has watched since <t:${NOW / 1000}:t>: earlier trades are unknown`,
  );
  expect(embedOf({ knownSince: NOW, hasEarlierTrades: true })?.description).toBe(
    `-# fresh\n-# Crier has watched since <t:${NOW / 1000}:t>: earlier trades may be missing`,
  );
  expect(embedOf({ hasEarlierTrades: true })?.description).toBe('-# fresh');
});
