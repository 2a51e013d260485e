import { ComponentType } from 'discord.js';
import { expect, test } from 'vitest';
import { renderPrice } from '../../../../src/discord/render/answer/price.ts';
import type { PriceAnswer } from '../../../../src/discord/render/answer/price-answer.ts';
import { identify } from '../../../../src/market/item/identity.ts';
import { bestBid } from '../../../../src/market/prices/quotes.ts';
import { summariseTrades } from '../../../../src/market/prices/summary.ts';
import { LANGUAGES } from '../../../language/spoken.ts';
import { item, marketOf, shop } from '../../../market/samples.ts';
import { grouped, single } from '../../../market/trade-groups.ts';
import { askOf, containerOf, counted, few, NOW, nothing, read, readDetails, slime, worthOf } from './price-samples.ts';

const paid = (...prices: readonly number[]) => summariseTrades(grouped(prices.map((price) => single({ paid: price }))));
const ofOwn = counted({ own: { sellers: 19, empty: 6, buyers: 1 } });
const lineOf = (heading: string, more: Partial<PriceAnswer>) =>
  readDetails(more)
    .split('\n')
    .find((line) => line.startsWith(heading));

test('the chart of /price has alt text', () => {
  const [card] = renderPrice({ ...nothing, chart: 'rose from 1 to 2' }).components;
  const galleries = card?.components.flatMap((part) => (part.type === ComponentType.MediaGallery ? part.items : []));
  expect(galleries).toEqual([{ media: { url: 'attachment://price.png' }, description: 'rose from 1 to 2' }]);
});

test('the details of /price are behind a button and have no chart, and a button leads back', () => {
  const chart = read({ chart: 'rose', purchases: paid(9, 9, 9), ask: askOf(8), ...ofOwn });
  expect(chart).toContain('-# **Players paid shops**, 30 days · 3 purchases · 1 shop · last ');
  expect(chart).not.toMatch(/median|Cheapest to buy/);
  expect(chart).toContain('[7 days]\n[30 days]\n[90 days]\n[Details]\n[Watch this]\n[Show shops]');
  const details = readDetails({ chart: 'rose', purchases: paid(9, 9, 9), ask: askOf(8), ...ofOwn });
  expect(details).toContain('**Cheapest to buy** · **8**\n-# 1 in stock · `1 64 -3` world · Ada');
  expect(details).toContain('[7 days]\n[30 days]\n[90 days]\n[Back]\n[Watch this]\n[Show shops]');
  expect(JSON.stringify(renderPrice({ ...nothing, view: 'details', chart: 'rose' }))).not.toContain('price.png');
});

test('Japanese ends the count of a kind with its own full stop', () => {
  const others = { sellers: 3, buyers: 4, areEnchanted: true };
  const of = counted({ own: { sellers: 17, empty: 0, buyers: 4 }, others });
  expect(read({ ...of, language: LANGUAGES.of('ja') })).toContain('買取4軒。エンチャント付き：');
});

test('/price explains the difference of worth, median and auctions in one line', () => {
  expect(readDetails({})).toContain(
    '\n-# Worth: from purchases of 30 days. Median: the middle price of the days shown.' +
      ' Auctions count for neither.\n',
  );
});

test('/price counts the shops of an item without other kinds in the words of /shop', () => {
  expect(read(ofOwn)).toContain('-# 19 shops have it, 6 empty · 1 shop buys it\n');
  expect(read(ofOwn)).not.toContain('Show them');
});

test('/price counts one kind, and lists the others separately, with a button that shows them', () => {
  const own = { sellers: 17, empty: 6, buyers: 4 };
  const others = { sellers: 3, buyers: 4, areEnchanted: true };
  expect(read(counted({ own, others, containers: 2 }))).toContain(
    '-# Plain: 17 shops sell, 4 buy. Enchanted: 3 more sell, 4 buy. In containers: 2 more sell\n',
  );
  expect(JSON.stringify(renderPrice({ ...nothing, ...counted({ own, others }) }))).toContain('"Show them"');
  expect(read(counted({ own, filled: 12 }))).toContain('-# Empty: 17 shops sell, 4 buy. Filled: 12 more sell\n');
  const variant = { type: 'SLIME_BLOCK', key: '0123456789abcdef', label: 'Slime Block (x)' };
  expect(read({ item: variant, ...counted({ own, others }) })).toContain(
    '-# This variant: 17 shops sell, 4 buy. Other variants: 3 more sell, 4 buy\n',
  );
});

test('buttons of an item with other kinds stay with the plain one, and *Show them* shows all', () => {
  const key = identify('SLIME_BLOCK').key;
  const ids = (more: Partial<PriceAnswer>) =>
    [...JSON.stringify(renderPrice({ ...nothing, ...more })).matchAll(/"custom_id":"([^"]+)"/g)].map(([, id]) => id);
  expect(ids(ofOwn)).toContain('price:details:30:SLIME_BLOCK');
  const others = { sellers: 1, buyers: 0, areEnchanted: true };
  const both = ids(counted({ own: { sellers: 1, empty: 0, buyers: 0 }, others }));
  expect(both).toEqual([
    'shop:item:SLIME_BLOCK',
    ...[7, 30, 90].map((days) => `price:days:${days}:SLIME_BLOCK:=${key}`),
    `price:details:30:SLIME_BLOCK:=${key}`,
    `price:watch:SLIME_BLOCK:=${key}`,
    `shop:item:SLIME_BLOCK:=${key}`,
  ]);
});

test('the buttons of an answer have distinct ids, for any traded kinds', () => {
  const some = [0, 1];
  for (const item of [slime, { type: 'SLIME_BLOCK', key: '0123456789abcdef' }]) {
    for (const [sellers, others, filled, containers] of some.flatMap((a) =>
      some.flatMap((b) => some.flatMap((c) => some.map((d) => [a, b, c, d] as const))),
    )) {
      const counts = {
        own: { sellers, empty: 0, buyers: 0 },
        others: { sellers: others, buyers: 0, areEnchanted: false },
        filled,
        containers,
      };
      for (const view of ['chart', 'details'] as const) {
        const shown = JSON.stringify(renderPrice({ ...nothing, item, counts, view }));
        const ids = [...shown.matchAll(/"custom_id":"([^"]+)"/g)].map(([, id]) => id);
        expect(new Set(ids).size).toBe(ids.length);
        expect(ids.some((id) => id?.startsWith('shop:item:'))).toBe(
          sellers + (view === 'chart' ? others + filled + containers : 0) > 0,
        );
      }
    }
  }
});

test('/price of a variant that no shop has any more shows its history, and says so', () => {
  const gone = { item: { type: 'SLIME_BLOCK', key: '0123456789abcdef' }, isGone: true, worth: worthOf(3) };
  expect(read(gone)).toContain('\n-# Crier no longer knows this variant’s name: no shop has it now\n');
  expect(read(gone)).toContain('\nWorth **3**\n');
});

test('/price states the lowest and highest price of a few trades, and a usual range of many', () => {
  expect(lineOf('**Auctions**', { auctions: paid(9.5, 12) })).toBe(
    '**Auctions**, 30 days · median **10.75** each · from 9.50 to 12',
  );
  expect(lineOf('**Auctions**', { auctions: paid(1, 2, 3, 4, 5) })).toContain(' · most between 1.40 and 4.60');
});

test.each([
  ['more', paid(2, 2, 2, 2, 2), 1, 30, '100% more than in the 30 days before (1)'],
  ['less, in a day', paid(1, 1, 1, 1, 1), 2, 1, '50% less than in the day before (2)'],
  ['hardly other', paid(1_001, 1_001, 1_001, 1_001, 1_001), 1_000, 7, 'Hardly changed from the 7 days before (1,000)'],
])('the change since the period before: %s', (_, purchases, medianBefore, days, expected) => {
  expect(readDetails({ purchases, medianBefore, days })).toContain(`\n-# ${expected}\n`);
});

test('four purchases are not compared with the period before', () => {
  expect(readDetails({ purchases: paid(9, 9, 9, 9), medianBefore: 1 })).not.toContain('before');
});

test('prices that players paid are separate from those that shops paid', () => {
  const details = readDetails({ purchases: paid(9, 9, 9), sales: paid(5, 5) });
  expect(details).toMatch(
    /\*\*Players paid shops\*\*, 30 days · median \*\*9\*\* each\n-# 3 purchases · 1 shop · 3 items/,
  );
  expect(details).toMatch(/\*\*Shops paid players\*\*, 30 days · median \*\*5\*\* each\n-# 2 sales · 1 shop · 2 items/);
  expect(readDetails({})).toContain('\nNo purchase in 30 days\nNo sale to a shop in 30 days\nNo auction in 30 days\n');
});

test('/price states the basis of a worth, or why there is none and the excluded sellers', () => {
  expect(readDetails({ worth: worthOf(3) })).toContain('\n-# Worth from 9 purchases at 4 sellers, one vote each\n');
  expect(read({ worth: few })).toContain('\n-# Too few purchases for a worth: it takes 5\n');
  expect(read({ worth: { ...few, why: 'few-sellers', sellers: 2, outliers: 1 } })).toMatch(
    /\n-# Too few sellers for a worth: it takes 3, .* · 1 seller left out: prices far off\n/,
  );
  expect(read({ worth: { ...few, why: 'scattered' } })).toContain(
    '\n-# No worth: the sellers’ prices differ too much\n',
  );
});

test('a buyer without room for a bundle is not quoted', () => {
  const stack = item('SLIME_BLOCK', { quantity: 4 });
  const bid = (remaining: number) => bestBid(marketOf(shop(1, { side: 'bid', remaining, item: stack })), slime);
  expect(bid(3)).toBeNull();
  expect(lineOf('**Best to sell', { bid: bid(4) })).toBe('**Best to sell to** · **4 for 4** · 1 each');
});

test('/price mentions buyers of an unknown variant without a price', () => {
  expect(readDetails({ unpricedBids: 2 })).toContain('\n2 more shops may buy it: nobody knows which variant\n');
});

test('/price lists a container with the item alone separately, with its unit price', () => {
  expect(readDetails({ full: containerOf() })).toContain(
    '**Cheapest in containers** · **1 box of 64 for 8** · 0.13 each · in Shulker Box\n-# `1 64 -3` world · Ada\n',
  );
});

test('/price counts the variants that do not fit', () => {
  const variants = Array.from({ length: 9 }, () => ({
    identity: identify('SLIME_BLOCK'),
    shop: shop(1, { price: 2 }),
    unitPrice: 2,
  }));
  expect(readDetails({ variants })).toMatch(
    /\*\*Other variants, cheapest to buy\*\*\n(Slime Block · \*\*2\*\*\n){3}… and 6 more\n/,
  );
});

test('/price mentions an outage once, and an ongoing one only with the age of the data', () => {
  const outages = [
    { from: NOW - 7_200_000, until: NOW - 3_600_000, why: '' },
    { from: NOW - 60_000, until: null, why: '' },
  ];
  expect(read({ outages }).match(/No live stream/g)).toHaveLength(1);
  expect(read({ outages: outages.slice(1) })).not.toContain('No live stream');
});

test('/price describes the time before Crier’s start as unknown', () => {
  const since = `-# Crier has watched since <t:${NOW / 1000}:t>: earlier trades`;
  expect(read({ knownSince: NOW })).toContain(`${since} are unknown\n-# fresh`);
  expect(read({ knownSince: NOW, hasEarlierTrades: true })).toContain(`${since} may be missing\n-# fresh`);
  expect(read({ hasEarlierTrades: true })).not.toContain('watched since');
});
