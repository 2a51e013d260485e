import { expect, test } from 'vitest';
import { renderDeals, renderSpreads, SHOWN } from '../../../../src/discord/render/answer/deals.ts';
import { findDeals } from '../../../../src/market/deals/deals.ts';
import { findSpreads } from '../../../../src/market/deals/spreads.ts';
import { identify } from '../../../../src/market/item/identity.ts';
import { ENGLISH } from '../../../language/spoken.ts';
import { atOnce, item, marketOf, shop } from '../../../market/samples.ts';

const filter = { item: { type: 'OBSIDIAN' }, containers: true };
const answer = { filter, freshness: '-# fresh', language: ENGLISH };
const none = { worth: null, sellers: 0, trades: 40, setAside: 9 } as const;
const text = (known: Parameters<typeof renderDeals>[0]['known']) => [
  renderDeals({ ...answer, deals: { shown: [], total: 0 }, discount: 25, known }).embeds[0]?.description?.split(
    '\n',
  )[0],
  renderSpreads({ ...answer, spreads: [], known }).embeds[0]?.description?.split('\n')[0],
];

test('an item without a worth has the reason that `/price` gives', () => {
  const scattered = { items: 0, why: { ...none, why: 'scattered' } } as const;
  const said = 'It has no worth. No worth: the sellers’ prices differ too much.';
  expect(text(scattered)).toEqual([said, said]);
  expect(text({ items: 0, why: { ...none, why: 'few-trades', setAside: 0 } })[0]).toBe(
    'It has no worth. Too few purchases for a worth: it takes 5.',
  );
});

test('an item that has one has no offer under it, and no spread', () => {
  expect(text({ items: 1, why: null })).toEqual([
    'Nothing is 25 % under its worth now.',
    'No buyer within reason pays more than a seller asks who has enough for them.',
  ]);
  expect(text({ items: 3, why: null })[0]).toBe('Nothing is 25 % under its worth now, among 3 items with a worth.');
});

test('what is asked for and what is said are one number: nothing at 33 % is called 32 % under', () => {
  for (let discount = 1; discount < 100; discount++) {
    const worths = new Map([[identify('OBSIDIAN').key, { worth: 100, sellers: 3, trades: 9, setAside: 0 }]]);
    const market = marketOf(shop(1, { price: 100 - discount, item: item('OBSIDIAN') }));
    const deals = atOnce(findDeals(market, worths, { filter, discount, limit: 1 }));
    const known = { items: 1, why: null };
    const said = renderDeals({ ...answer, deals, discount, known }).embeds[0]?.description;
    expect(said).toContain(` · ${discount} % under 100\n`);
  }
});

test('of one item two are shown, with how many more there are of it, and how many of others', () => {
  const types = ['OBSIDIAN', 'DIRT', 'CLAY', 'SAND', 'ICE'];
  const worths = new Map(types.map((type) => [identify(type).key, { worth: 9, sellers: 3, trades: 9, setAside: 0 }]));
  const shops = types.flatMap((type, of) =>
    Array.from({ length: of === 0 ? 9 : 2 }, (_, at) =>
      shop(10 * of + at, { price: of === 4 ? 5 : 1, item: item(type) }),
    ),
  );
  const every = { ...answer, filter: { containers: true }, discount: 25, known: { items: 5, why: null } };
  const deals = atOnce(findDeals(marketOf(...shops), worths, { ...every, limit: SHOWN }));
  const said = renderDeals({ ...every, deals }).embeds[0]?.description ?? '';
  expect(said.match(/\*\*Obsidian\*\* at/g)).toHaveLength(2);
  expect(said).toContain('-# … and 7 more of Obsidian\n**Dirt**');
  expect(said).toMatch(/\n… and 2 more\n-# fresh$/);
});

test('what there is no room for, however long the names are, is counted too', () => {
  const types = ['OBSIDIAN', 'DIRT', 'CLAY', 'SAND'];
  const owner = { name: '_'.repeat(40), uuid: 'u' };
  const location = { x: 1, y: 2, z: 3, world: '_'.repeat(40) };
  const worths = new Map(types.map((type) => [identify(type).key, { worth: 9, sellers: 3, trades: 9, setAside: 0 }]));
  const shops = types.flatMap((type, of) =>
    Array.from({ length: 4 }, (_, at) =>
      shop(10 * of + at, { price: 1, owner, location, item: item(type, { name: '*'.repeat(70) }) }),
    ),
  );
  const every = { ...answer, filter: { containers: true }, discount: 25, known: { items: 5, why: null } };
  const deals = atOnce(findDeals(marketOf(...shops), worths, { ...every, limit: SHOWN }));
  const said = renderDeals({ ...every, deals, freshness: 'x'.repeat(1_500) }).embeds[0]?.description ?? '';
  const told = said.match(/^\d+ for/gm)?.length ?? 0;
  const besides = [...said.matchAll(/^-# … and (\d+) more of/gm)].reduce((sum, [, more]) => sum + Number(more), 0);
  expect(told).toBeLessThan(8);
  expect(said).toContain(`\n… and ${16 - told - besides} more\n`);
});

test('a spread says where the buyer may not buy', () => {
  const seller = shop(1, { price: 1, item: item('OBSIDIAN') });
  const elsewhere = { owner: { name: 'Bob', uuid: 'b' }, location: { x: 99, y: 64, z: 0, world: 'world' } };
  const buyer = shop(2, { ...elsewhere, side: 'bid', price: 2, remaining: 0, item: item('OBSIDIAN') });
  const worths = new Map([[identify('OBSIDIAN').key, { worth: 2, sellers: 3, trades: 9, setAside: 0 }]]);
  const spreads = atOnce(findSpreads(marketOf(seller, buyer), worths, { filter, limit: 1 }));
  const said = renderSpreads({ ...answer, spreads, known: { items: 1, why: null } }).embeds[0]?.description;
  expect(said).toContain('Sell 64 for 128, 98 blocks away · Room for 0 only: it may not buy · Bob');
});

test('the title of an item’s spreads is one phrase', () => {
  const known = { items: 1, why: null };
  expect(renderSpreads({ ...answer, spreads: [], known }).embeds[0]?.title).toBe('Obsidian: buy here, sell there');
  const every = { ...answer, filter: { containers: true }, spreads: [], known };
  expect(renderSpreads(every).embeds[0]?.title).toBe('Buy here, sell there');
  const nobody = { ...every, filter: { containers: true, owner: 'Nobody' } };
  expect(renderSpreads(nobody).embeds[0]?.title).toBe('Everything, only shops of Nobody: buy here, sell there');
});
