import { expect, test } from 'vitest';
import { NO_ICONS } from '../../../../src/discord/icons/no-icons.ts';
import {
  MOST_DEALS,
  renderDeals,
  renderSpreads,
  type WorthCoverage,
} from '../../../../src/discord/render/answer/deals.ts';
import { findDeals } from '../../../../src/market/deals/deals.ts';
import { findSpreads } from '../../../../src/market/deals/spreads.ts';
import { identify } from '../../../../src/market/item/identity.ts';
import { ENGLISH } from '../../../language/spoken.ts';
import { atOnce, item, marketOf, shop } from '../../../market/samples.ts';
import { layoutText } from '../layout-text.ts';

const filter = { item: { type: 'OBSIDIAN' }, containers: true };
const answer = { filter, page: 0, key: 'key', freshness: '-# fresh', icons: NO_ICONS, language: ENGLISH };
const none = { worth: null, sellers: 0, trades: 40, setAside: 9 } as const;
const text = (known: WorthCoverage) =>
  [
    renderDeals({ ...answer, deals: { shown: [], total: 0 }, discount: 25, known }),
    renderSpreads({ ...answer, spreads: [], known }),
  ].map((said) => layoutText(said).split('\n')[2]);

test('an item without a worth has the reason that `/price` gives', () => {
  const scattered = { items: 0, why: { ...none, why: 'scattered' } } as const;
  const said = 'No worth: the sellers’ prices differ too much';
  expect(text(scattered)).toEqual([said, said]);
  expect(text({ items: 0, why: { ...none, why: 'few-trades', setAside: 0 } })[0]).toBe(
    'Too few purchases for a worth: it takes 5',
  );
});

test('an item that has one has no offer under it, and no spread', () => {
  expect(text({ items: 1, why: null })).toEqual([
    'Nothing is 25% under its worth right now.',
    'Right now nobody pays more than what somebody with enough stock asks.',
  ]);
  expect(text({ items: 3, why: null })[0]).toBe(
    'Nothing is 25% under its worth right now. I looked at 3 items with a worth.',
  );
});

test('what is asked for and what is said are one number: nothing at 33 % is called 32% under', () => {
  for (let discount = 1; discount < 100; discount++) {
    const worths = new Map([[identify('OBSIDIAN').key, { worth: 100, sellers: 3, trades: 9, setAside: 0 }]]);
    const market = marketOf(shop(1, { price: 100 - discount, item: item('OBSIDIAN') }));
    const deals = atOnce(findDeals(market, worths, { filter, discount, limit: 1 }));
    const known = { items: 1, why: null };
    const said = layoutText(renderDeals({ ...answer, deals, discount, known }));
    expect(said).toContain(` · ${discount}% under worth (100 each)\n`);
  }
});

test('of one item two are shown, with how many more there are of it, at most two lines each, page by page', () => {
  const types = ['OBSIDIAN', 'DIRT', 'CLAY', 'SAND', 'ICE'];
  const worths = new Map(types.map((type) => [identify(type).key, { worth: 9, sellers: 3, trades: 9, setAside: 0 }]));
  const shops = types.flatMap((type, of) =>
    Array.from({ length: of === 0 ? 9 : 2 }, (_, at) =>
      shop(10 * of + at, { price: of === 4 ? 5 : 1, item: item(type) }),
    ),
  );
  const every = { ...answer, filter: { containers: true }, discount: 25, known: { items: 5, why: null } };
  const deals = atOnce(findDeals(marketOf(...shops), worths, { ...every, limit: MOST_DEALS }));
  const pageOf = (page: number) => layoutText(renderDeals({ ...every, deals, page }));
  expect(pageOf(0)).toMatch(/^### Deals\n25% or more under worth\n(`\d` .*\n-# .*\n){6}\[/);
  expect(pageOf(0).match(/\*\*Obsidian\*\*/g)).toHaveLength(2);
  expect(pageOf(0)).toContain(' · 7 more shops with it\n`3` **Dirt**');
  expect(pageOf(0)).toContain('-# Page 1 of 2');
  expect(pageOf(1)).toMatch(/\n`10` \*\*Ice\*\*.*\n.*\n\[Sand\]\n\[Ice\]/);
});

test('a spread names both places, without a line break in their coordinates', () => {
  const seller = shop(1, { price: 1, item: item('OBSIDIAN') });
  const elsewhere = { owner: { name: 'Bob', uuid: 'b' }, location: { x: 99, y: 64, z: 0, world: 'world' } };
  const buyer = shop(2, { ...elsewhere, side: 'bid', price: 2, item: item('OBSIDIAN') });
  const worths = new Map([[identify('OBSIDIAN').key, { worth: 2, sellers: 3, trades: 9, setAside: 0 }]]);
  const spreads = atOnce(findSpreads(marketOf(seller, buyer), worths, { filter, limit: 1 }));
  const said = layoutText(renderSpreads({ ...answer, spreads, known: { items: 1, why: null } }));
  expect(said).toContain(
    '`1` **Obsidian** · **64 diamonds** profit · buy 64 for 64 diamonds, sell 64 for 128 diamonds\n' +
      '-# `1 64 -3` world · Ada → `99\u00a064\u00a00` world · Bob · 98 blocks apart · Worth **2 diamonds** each\n',
  );
});

test('who asks for one item can watch it, found or not; of many the page’s are offered', () => {
  const known = { items: 1, why: null };
  const said = layoutText(renderSpreads({ ...answer, spreads: [], known }));
  expect(said).toMatch(/^### Obsidian\nBuy here, sell there\n/);
  expect(said).toContain('[Watch this]\n[Show shops]');
  const nobody = { ...answer, filter: { containers: true, owner: 'Nobody' }, spreads: [], known };
  expect(layoutText(renderSpreads(nobody))).toMatch(/^### Deals\nBuy here, sell there\n-# .*Nobody\n/);
});
