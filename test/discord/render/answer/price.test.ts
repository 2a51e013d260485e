import { ComponentType } from 'discord.js';
import { expect, test } from 'vitest';
import { NO_ICONS } from '../../../../src/discord/icons/no-icons.ts';
import { renderPrice } from '../../../../src/discord/render/answer/price.ts';
import type { PriceAnswer } from '../../../../src/discord/render/answer/price-answer.ts';
import { identify } from '../../../../src/market/item/identity.ts';
import { cheapestInContainers } from '../../../../src/market/prices/container-quotes.ts';
import { bestAsk, bestBid } from '../../../../src/market/prices/quotes.ts';
import { summarise } from '../../../../src/market/prices/summary.ts';
import { ENGLISH, LANGUAGES } from '../../../language/spoken.ts';
import { item, marketOf, shop } from '../../../market/samples.ts';
import { grouped, single } from '../../../market/trade-groups.ts';
import { layoutText } from '../layout-text.ts';

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
    mixed: null,
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
    counts: { stocked: 0, empty: 0, buyers: 0 },
  },
  ...{ freshness: '-# fresh', chart: null, lacksChart: false, hasShops: true, icons: NO_ICONS, language: ENGLISH },
};
const read = (more: Partial<PriceAnswer>) => layoutText(renderPrice({ ...nothing, ...more }));
const lineOf = (heading: string, more: Partial<PriceAnswer>) =>
  read(more)
    .split('\n')
    .find((line) => line.startsWith(heading));
const worthOf = (worth: number) => ({ worth, sellers: 4, trades: 9, setAside: 0 });
const askOf = (price: number) => bestAsk(marketOf(shop(1, { price })), { type: 'SLIME_BLOCK' });
const bidOf = (price: number) => bestBid(marketOf(shop(1, { price, side: 'bid' })), { type: 'SLIME_BLOCK' });
const headline = (more: Partial<PriceAnswer>) => read(more).split('\n').slice(1, 4);

test('the top shows the worth, the cheapest to buy and the best to sell to, each compared with the worth', () => {
  expect(headline({ worth: worthOf(10), ask: askOf(8), bid: bidOf(5) })).toEqual([
    'Worth **10 diamonds** each',
    'Cheapest to buy **8 diamonds** · 20% under worth',
    'Best to sell to **5 diamonds** · 50% under worth',
  ]);
  expect(headline({ ask: askOf(8), bid: bidOf(6) })).toEqual([
    'Worth unknown',
    'Cheapest to buy **8 diamonds**',
    'Best to sell to **6 diamonds** · 25% under the cheapest',
  ]);
  expect(headline({})).toEqual(['Worth unknown', 'No shop sells it right now', 'No shop buys it right now']);
  expect(headline({ isSoldOut: true })).toContain('Probably out of stock: the last one was just sold');
  expect(headline({ hasShops: false })[1]).toMatch(/^Shop prices aren’t known yet/);
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

test('goods out of condition are named instead of compared', () => {
  const damaged = item('SLIME_BLOCK', { condition: { damaged: true, signedBy: '*Ada*' } });
  const ask = bestAsk(marketOf(shop(1, { price: 8, item: damaged })), { type: 'SLIME_BLOCK' });
  const bid = bestBid(marketOf(shop(1, { price: 5, side: 'bid', item: damaged })), { type: 'SLIME_BLOCK' });
  const condition = String.raw`damaged · signed by \*Ada\*`;
  expect(headline({ worth: worthOf(10), ask, bid })).toEqual([
    'Worth **10 diamonds** each',
    `Cheapest to buy **8 diamonds** · ${condition}`,
    `Best to sell to **5 diamonds** · ${condition}`,
  ]);
  expect(headline({ ask, bid: bidOf(6) })[2]).toBe('Best to sell to **6 diamonds**');
});

test('the chart has its words for whoever cannot see it', () => {
  const [card] = renderPrice({ ...nothing, chart: 'rose from 1 to 2' }).components;
  const galleries = card?.components.flatMap((part) => (part.type === ComponentType.MediaGallery ? part.items : []));
  expect(galleries).toEqual([{ media: { url: 'attachment://price.png' }, description: 'rose from 1 to 2' }]);
});

test('the shops are counted in the words of /shop', () => {
  expect(read({ counts: { stocked: 19, empty: 6, buyers: 1 } })).toContain(
    '-# 19 shops in stock, 6 empty · 1 shop buys it',
  );
});

test('a few trades have a least and a most, more of them a usual range', () => {
  expect(lineOf('**Auctions**', { auctions: paid(9.5, 12) })).toBe(
    '**Auctions**, 30 days · median **10.75 diamonds** each · from 9.50 to 12',
  );
  expect(lineOf('**Auctions**', { auctions: paid(1, 2, 3, 4, 5) })).toContain(' · most between 1.40 and 4.60');
});

test.each([
  ['more', paid(2, 2, 2, 2, 2), 1, 30, '100% more than in the 30 days before (1 diamond)'],
  ['less, in a day', paid(1, 1, 1, 1, 1), 2, 1, '50% less than in the day before (2 diamonds)'],
  [
    'hardly other',
    paid(1_001, 1_001, 1_001, 1_001, 1_001),
    1_000,
    7,
    'Hardly changed from the 7 days before (1,000 diamonds)',
  ],
])('the change against the period before: %s', (_, purchases, medianBefore, days, said) => {
  expect(read({ purchases, medianBefore, days })).toContain(`\n-# ${said}\n`);
});

test('four purchases are compared with nothing', () => {
  expect(read({ purchases: paid(9, 9, 9, 9), medianBefore: 1 })).not.toContain('before');
});

test('what players paid stands apart from what they were paid', () => {
  const said = read({ purchases: paid(9, 9, 9), sales: paid(5, 5) });
  expect(said).toMatch(
    /\*\*Players paid shops\*\*, 30 days · median \*\*9 diamonds\*\* each\n-# 3 purchases · 1 shop · 3 items/,
  );
  expect(said).toMatch(
    /\*\*Shops paid players\*\*, 30 days · median \*\*5 diamonds\*\* each\n-# 2 sales · 1 shop · 2 items/,
  );
  expect(lineOf('**Players paid', {})).toBe('**Players paid shops**, 30 days · none seen');
  expect(lineOf('**Shops paid', {})).toBe('**Shops paid players**, 30 days · none seen');
});

test('a worth says what it rests on; without one, why, and what was left out', () => {
  expect(read({ worth: worthOf(3) })).toContain('\n-# Worth from 9 purchases at 4 sellers, one vote each\n');
  expect(read({ worth: few })).toContain('\n-# Too few purchases for a worth: it takes 5\n');
  expect(read({ worth: { ...few, why: 'few-sellers', sellers: 2, setAside: 1 } })).toMatch(
    /\n-# Too few sellers for a worth: it takes 3, .* · 1 seller left out: prices far off\n/,
  );
  expect(read({ worth: { ...few, why: 'scattered' } })).toContain(
    '\n-# No worth: the sellers’ prices differ too much\n',
  );
});

test('a buyer without room for a bundle is not quoted', () => {
  const stack = item('SLIME_BLOCK', { quantity: 4 });
  const bid = (remaining: number) =>
    bestBid(marketOf(shop(1, { side: 'bid', remaining, item: stack })), { type: 'SLIME_BLOCK' });
  expect(bid(3)).toBeNull();
  expect(lineOf('**Best to sell', { bid: bid(4) })).toBe('**Best to sell to**');
});

test('buyers of an unknown variant are told of, without a price', () => {
  expect(read({ unpricedBids: 2 })).toContain('\n2 more shops may buy it: nobody knows which variant\n');
});

test('a container full of it stands apart, with its price for one', () => {
  const box = item('SHULKER_BOX', { contents: [item('SLIME_BLOCK', { quantity: 64 })] });
  const full = cheapestInContainers(marketOf(shop(1, { price: 8, item: box })), { type: 'SLIME_BLOCK' });
  expect(read({ full })).toContain(
    '**Cheapest in containers** · **1 box of 64 for 8 diamonds** · 0.13 each · in Shulker Box\n-# `1 64 -3` world · Ada\n',
  );
});

test('more variants than there is room for are counted', () => {
  const variants = Array.from({ length: 9 }, () => ({
    identity: identify('SLIME_BLOCK'),
    shop: shop(1, { price: 2 }),
    unitPrice: 2,
  }));
  expect(read({ variants })).toMatch(
    /\*\*Other variants, cheapest to buy\*\* · prices in diamonds\n(Slime Block · \*\*2\*\*\n){5}… and 4 more\n/,
  );
});

test('an outage is told once: the one that goes on stands with the age of the data', () => {
  const outages = [
    { from: NOW - 7_200_000, until: NOW - 3_600_000, why: '' },
    { from: NOW - 60_000, until: null, why: '' },
  ];
  expect(read({ outages }).match(/No live stream/g)).toHaveLength(1);
  expect(read({ outages: outages.slice(1) })).not.toContain('No live stream');
});

test('what was before Crier came is not known', () => {
  const since = `-# Crier has watched since <t:${NOW / 1000}:t>: earlier trades`;
  expect(read({ knownSince: NOW })).toContain(`${since} are unknown\n-# fresh`);
  expect(read({ knownSince: NOW, hasEarlierTrades: true })).toContain(`${since} may be missing\n-# fresh`);
  expect(read({ hasEarlierTrades: true })).not.toContain('watched since');
});
