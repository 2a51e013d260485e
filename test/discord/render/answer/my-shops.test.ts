import fc from 'fast-check';
import { expect, test } from 'vitest';
import { OWN_SHOP_VIEWS, renderMyShops } from '../../../../src/discord/render/answer/my-shops.ts';
import { Languages } from '../../../../src/language/languages.ts';
import { identify } from '../../../../src/market/item/identity.ts';
import type { OwnShop } from '../../../../src/market/my-shops/report.ts';
import type { Location } from '../../../../src/market/shops/shop.ts';
import { ENGLISH } from '../../../language/spoken.ts';
import { ADA, item, shop } from '../../../market/samples.ts';
import { propertyRuns } from '../../../property-runs.ts';
import { expectAccepted, expectHarmless } from '../accepted.ts';
import { shop as anyShop, language, locale, moment } from '../arbitraries.ts';
import { hostileText } from '../hostile.ts';
import { layoutText } from '../layout-text.ts';
import { DAY, NOW, ownShop, ownShopsReport } from './own-shops-samples.ts';

type Answer = Parameters<typeof renderMyShops>[0];

const BOB = { name: 'Bob', uuid: '0a1b2c3d-0000-4000-8000-00000000000b' };

function answer(more: Partial<Answer> = {}): Answer {
  return {
    ...{
      report: ownShopsReport(),
      owner: null,
      days: 7,
      view: 'shops',
      page: 0,
      home: null,
      person: null,
      key: 'key',
      chart: null,
    },
    ...{ outages: [], knownSince: null, freshness: '-# fresh', now: NOW, language: ENGLISH },
    ...more,
  };
}

const textOf = (more: Partial<Answer>) => layoutText(renderMyShops(answer(more)));

/** Returns the custom ids of the buttons and menus that are not disabled. */
function controlsOf(more: Partial<Answer>): string[] {
  const ids = JSON.stringify(renderMyShops(answer(more))).matchAll(/"custom_id":"([^"]+)"(,"disabled":true)?/g);
  return [...ids].flatMap(([, id = '', disabled]) => (disabled === undefined ? [id] : []));
}

test('the totals come first: since the last look, then of the days, both ways', () => {
  const total = { sales: 40, sold: 1_200, earned: 310, purchases: 3, bought: 40, spent: 20 };
  const turnover = { ...total, sales: 12, sold: 340, earned: 85, purchases: 0 };
  const items = ['SLIME_BLOCK', 'BELL', 'DIRT', 'SAND', 'GLASS'].map((type) => ({
    ...turnover,
    sold: type === 'BELL' ? 0 : 80,
    identity: identify(type),
  }));
  const sinceLook = { at: NOW - DAY, turnover, items };
  expect(textOf({ report: ownShopsReport({ total, sinceLook, shops: [ownShop(1)] }) })).toMatch(
    /^### Your shops\n\*\*Since your last look\*\* \(<t:\d+:R>\)\n12 sales · 340 items · 85 diamonds\n-# 80 × Slime Block · 80 × Dirt · 80 × Sand … and 1 more\n\*\*The last 7 days\*\*\n40 sales · 1,200 items · 310 diamonds\n3 purchases from players · 40 items · 20 diamonds\nNo shop needs attention\n/,
  );
});

test('a player without shops gets no all-clear', () => {
  expect(textOf({})).toContain('No shop right now.');
  expect(textOf({})).not.toContain('attention');
});

test('a time without trades says that nothing was sold, and one day is the last 24 hours', () => {
  expect(textOf({ days: 1 })).toContain('**The last 24 hours**\nNothing sold\n');
});

test('shops that need attention are counted by reason, and each is a button if it has one', () => {
  const rival = shop(9, { owner: BOB, location: { x: 101, y: 64, z: -3, world: 'world' } });
  const shops = [
    ownShop(1, { isEmpty: true }),
    ownShop(2, { runsEmpty: { days: 3.96, sold: 24, inDays: 7 } }),
    ownShop(3, { undercut: { rival, theirs: 0.25, ours: 0.5, blocks: 100, more: 2 } }),
    ownShop(4),
  ];
  const text = textOf({ report: ownShopsReport({ shops, stock: { worth: 50, priced: 3, unpriced: 1 } }) });
  expect(text).toContain('**Needs attention:** 1 empty · 1 empty soon · 1 undercut\n');
  expect(text).toContain('Stock worth 50 diamonds · 1 shop of unknown worth not counted');
  expect(text).toContain('-# ⚠️ out of stock');
  expect(text).toContain('-# ⚠️ empty in 4 days (24 sold in 7 days)');
  expect(text).toContain('-# ⚠️ Bob asks 0.25 (here 0.50) · −50% · 100 blocks · 2 more rivals');
  const show = controlsOf({ report: ownShopsReport({ shops }) }).filter((id) => id.startsWith('my-shops:list'));
  expect(show).toEqual(['my-shops:list:key:items', 'my-shops:list:key:empty', 'my-shops:list:key:undercut']);
});

test('the list of undercut shops names the place of the best rival', () => {
  const rival = shop(9, { owner: BOB, location: { x: 101, y: 70, z: -3, world: 'world' } });
  const undercut = { rival, theirs: 0.25, ours: 0.5, blocks: 100, more: 0 };
  const report = ownShopsReport({ shops: [ownShop(3, { undercut }), ownShop(4)] });
  const text = textOf({ report, view: 'undercut' });
  expect(text).toContain('Bob asks 0.25 (here 0.50) · −50%\n-# `101 70 -3` world · 100 blocks');
  expect(text.match(/^\*\*Slime Block\*\*/gm)?.length).toBe(1);
});

test('a stock says when it is sold if that is within three months, but not next to rivals', () => {
  const sells = (days: number) => ownShop(1, { runsEmpty: { days, sold: 24, inDays: 7 }, value: 9 });
  const report = (days: number) => ownShopsReport({ shops: [sells(days)] });
  expect(textOf({ report: report(60) })).toContain('stock worth 9 diamonds · empty in 60 days');
  expect(textOf({ report: report(400) })).toMatch(/stock worth 9 diamonds$/m);
  const rival = shop(9, { owner: BOB });
  const undercut = { rival, theirs: 0.25, ours: 0.5, blocks: 100, more: 0 };
  const shops = [{ ...sells(60), undercut }];
  expect(textOf({ report: ownShopsReport({ shops }), view: 'undercut' })).not.toContain('empty in');
});

test('a shop that buys says that a rival pays more, and that it has no room left', () => {
  const own = shop(3, { side: 'bid', remaining: 0 });
  const undercut = { rival: shop(9, { side: 'bid', owner: BOB }), theirs: 5, ours: 4, blocks: 0, more: 0 };
  const text = textOf({ report: ownShopsReport({ shops: [ownShop(3, { shop: own, isFull: true, undercut })] }) });
  expect(text).toContain('**Needs attention:** 1 full · 1 undercut\n');
  expect(text).toContain('pays 4');
  expect(text).toContain('-# ⚠️ no room left');
  expect(text).toContain('Bob pays 5 (here 4) · +25%');
});

test('a shop without a trade says since which one, or for how many days', () => {
  const unsold = { lastAt: NOW - 40 * DAY, days: 40 };
  const shops = [ownShop(1, { unsold }), ownShop(2, { unsold: { lastAt: null, days: 30 } })];
  const text = textOf({ report: ownShopsReport({ shops }), view: 'unsold' });
  expect(text).toMatch(/⚠️ nothing traded since <t:\d+:d>/);
  expect(text).toContain('⚠️ nothing traded in 30 days');
});

test('outages, the beginning of the records and unclear trades are said', () => {
  const outages = [{ from: NOW - 2 * DAY, until: NOW - DAY, why: 'closed' }];
  const unclear = { sales: 2, sold: 9, earned: 7, purchases: 1, bought: 1, spent: 3 };
  const text = textOf({ report: ownShopsReport({ unclear }), outages, knownSince: NOW - 3 * DAY });
  expect(text).toMatch(/-# No live stream <t:\d+:f>–<t:\d+:f>: sales then are missing/);
  expect(text).toMatch(/-# Crier has watched since <t:\d+:f>/);
  expect(text).toContain('-# 3 trades for 10 diamonds not counted: several shops share the place');
  expect(text).toContain('-# Crier can’t see who bought, and auctions name no seller');
});

test('a hundred shops fit into pages with a menu, and every shop is on one of them', () => {
  const shops = Array.from({ length: 100 }, (_, id) =>
    ownShop(id, { shop: shop(id, { location: { x: id, y: 64, z: 0, world: 'w' } }), isEmpty: true }),
  );
  const report = ownShopsReport({ shops });
  const pages = Array.from({ length: 20 }, (_, page) => textOf({ report, page }));
  const seen = pages.flatMap((text) => [...text.matchAll(/`(\d+) 64 0`/g)].map(([, x]) => Number(x)));
  expect(seen).toEqual(shops.map((_, at) => at));
  expect(textOf({ report, page: 99 })).toContain('Page 20 of 20');
  expect(controlsOf({ report })[0]).toBe('my-shops:jump:key:shops');
});

test('links to a map that would leave no room go, and no shop does', () => {
  const mapUrl = ({ x, z }: Location) => `https://map.example/${'w'.repeat(200)}/#${x}:${z}`;
  const language = new Languages(new Map(), { ...ENGLISH.places, mapUrl }).of('en-US');
  const rival = shop(9, { owner: BOB, location: { x: -101, y: 70, z: -3, world: 'world_nether' } });
  const undercut = { rival, theirs: 3, ours: 4, blocks: 100, more: 2 };
  const shops = Array.from({ length: 12 }, (_, id) =>
    ownShop(id, { shop: shop(id, { location: { x: id, y: 64, z: 0, world: 'world_nether' } }), undercut }),
  );
  const report = ownShopsReport({ shops });
  for (const view of ['shops', 'undercut'] as const) {
    const pages = [0, 1, 2].map((page) => textOf({ report, view, page, language }));
    const seen = pages.flatMap((text) => [...text.matchAll(/`(\d+) 64 0`/g)].map(([, x]) => Number(x)));
    expect(seen).toEqual(shops.map((_, at) => at));
  }
  expect(textOf({ report: ownShopsReport({ shops: shops.slice(0, 1) }), language })).toContain(
    '](https://map.example/',
  );
});

test('distances from home appear only if the answer is given a home', () => {
  const report = ownShopsReport({ shops: [ownShop(1)] });
  expect(textOf({ report, home: { x: 1, z: 97 } })).toContain('`1 64 -3` world · 100 blocks');
  expect(textOf({ report })).not.toContain('blocks');
});

test('a private report about one’s own shops has the button of the weekly message', () => {
  expect(controlsOf({ person: {} })).toContain('my-shops:weekly:on');
  expect(controlsOf({ person: { weekly: { timeZone: 'UTC', since: NOW, locale: 'en-US' } } })).toContain(
    'my-shops:weekly:off',
  );
  expect(controlsOf({}).join()).not.toContain('weekly');
});

test('goods are listed with both ways of their turnover', () => {
  const identity = item('SLIME_BLOCK').identity;
  const items = [{ identity, sales: 2, sold: 64, earned: 6, purchases: 1, bought: 5, spent: 1 }];
  expect(textOf({ report: ownShopsReport({ items }), view: 'items', owner: ADA.name })).toMatch(
    /^### Shops of Ada\n[\s\S]*\*\*By item\*\* · prices in diamonds\n\*\*Slime Block\*\* · 64 sold for 6 diamonds · 5 bought for 1 diamond\n/,
  );
});

const amount = fc.oneof(fc.nat(50), fc.maxSafeNat());
const turnover = {
  ...{ sales: amount, sold: amount, earned: amount, purchases: amount, bought: amount, spent: amount },
};
const anyOwnShop: fc.Arbitrary<OwnShop> = fc.record({
  ...turnover,
  shop: anyShop,
  stock: fc.record({ remaining: fc.maxSafeNat(), estimated: fc.boolean() }),
  isEmpty: fc.boolean(),
  isFull: fc.boolean(),
  runsEmpty: fc.option(fc.record({ days: fc.double({ min: 0, max: 9, noNaN: true }), sold: amount, inDays: amount })),
  undercut: fc.option(
    fc.record({
      rival: anyShop,
      theirs: fc.double({ min: 0, max: 1e9, noNaN: true }),
      ours: fc.double({ min: 0, max: 1e9, noNaN: true }),
      blocks: fc.option(fc.nat()),
      more: fc.nat(),
    }),
  ),
  unsold: fc.option(fc.record({ lastAt: fc.option(moment), days: fc.nat(400) })),
  value: fc.option(amount),
});

test('a report of any shops is accepted by Discord, and no name in it has an effect', () => {
  const any = fc.record({
    shops: fc.array(anyOwnShop, { maxLength: 12 }),
    owner: fc.option(hostileText),
    view: fc.constantFrom(...OWN_SHOP_VIEWS),
    page: fc.integer({ min: 0, max: 3 }),
    unclear: fc.record(turnover),
    chart: fc.constantFrom(null, 'A chart'),
    language,
  });
  fc.assert(
    fc.property(any, ({ shops, unclear, ...rest }) => {
      const items = shops.map(({ shop: { item: each }, ...own }) => ({ ...own, identity: each.identity }));
      const layout = renderMyShops(answer({ ...rest, report: ownShopsReport({ shops, unclear, items }) }));
      expectAccepted(layout);
      expectHarmless(layout);
    }),
    { numRuns: propertyRuns(1 / 4) },
  );
});

test('the pages of a list name each of its shops once, also with long texts and links', () => {
  const mapUrl = ({ x, z, world }: Location) =>
    `https://map.example.org/play/#${encodeURIComponent(world.toWellFormed()).slice(0, 30)}:${x}:64:${z}:1500:0:0:0:0:perspective`;
  const any = fc.record({
    shops: fc.array(anyOwnShop, { minLength: 6, maxLength: 12 }),
    world: fc.constantFrom('world', 'world_nether'),
    home: fc.constantFrom(null, { x: 1, z: 97 }),
    view: fc.constantFrom('shops' as const, 'undercut' as const, 'unsold' as const),
    isMapped: fc.boolean(),
    locale,
  });
  fc.assert(
    fc.property(any, ({ shops, world, locale: tag, isMapped, ...rest }) => {
      const places = isMapped ? { ...ENGLISH.places, mapUrl } : ENGLISH.places;
      const placed = shops.map((own, x) => ({ ...own, shop: { ...own.shop, location: { x, y: 777, z: 777, world } } }));
      const listed = placed.filter(({ undercut, unsold }) => rest.view === 'shops' || { undercut, unsold }[rest.view]);
      const more = {
        ...rest,
        report: ownShopsReport({ shops: placed }),
        language: new Languages(new Map(), places).of(tag),
      };
      const pages = [0, 1, 2].slice(0, Math.max(1, Math.ceil(listed.length / 5)));
      const texts = pages.map((page) => {
        const layout = renderMyShops(answer({ ...more, page }));
        expectAccepted(layout);
        return layoutText(layout);
      });
      const seen = texts.flatMap((text) => [...text.matchAll(/`(\d+) 777 777`/g)].map(([, x]) => Number(x)));
      expect(seen).toEqual(listed.map(({ shop: { location } }) => location.x));
    }),
    { numRuns: propertyRuns(), endOnFailure: true },
  );
});
