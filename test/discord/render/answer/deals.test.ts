import { expect, test } from 'vitest';
import {
  DEALS_A_PAGE,
  MOST_LISTED_DEALS,
  renderDeals,
  renderSpreads,
  type WorthCoverage,
} from '../../../../src/discord/render/answer/deals.ts';
import { estimateWidth, PHONE_LINE_EM } from '../../../../src/discord/render/words/text.ts';
import { CATALOGUES } from '../../../../src/language/languages.ts';
import { formatSignedPercent } from '../../../../src/language/number.ts';
import { DEFAULT_DEAL_TERMS } from '../../../../src/market/deals/deal.ts';
import { findDeals } from '../../../../src/market/deals/deals.ts';
import { findSpreads } from '../../../../src/market/deals/spreads.ts';
import { identify } from '../../../../src/market/item/identity.ts';
import { ENGLISH, LANGUAGES } from '../../../language/spoken.ts';
import { atOnce, item, marketOf, shop } from '../../../market/samples.ts';
import { NO_ICONS } from '../../no-icons.ts';
import { layoutText } from '../layout-text.ts';

const filter = { item: { type: 'OBSIDIAN' }, containers: true };
const answer = { filter, page: 0, key: 'key', freshness: '-# fresh', icons: NO_ICONS, language: ENGLISH };
const usual = { terms: DEFAULT_DEAL_TERMS, order: 'saved', nearest: null, lowest: new Map() } as const;
const none = { worth: null, sellers: 0, trades: 40, outliers: 9 } as const;
const nothing = { shown: [], total: 0 };
const emptyDealsText = (known: WorthCoverage, more: Partial<Parameters<typeof renderDeals>[0]> = {}) =>
  layoutText(renderDeals({ ...answer, ...usual, deals: nothing, known, ...more })).split('\n')[3];
const emptySpreadsText = (known: WorthCoverage) =>
  layoutText(renderSpreads({ ...answer, spreads: [], known })).split('\n')[2];
const worthsAt = (worth: number, ...types: readonly string[]) =>
  new Map(types.map((type) => [identify(type).key, { worth, sellers: 3, trades: 9, outliers: 0 }]));

test('an item without a worth has the same reason as in `/price`', () => {
  const scattered = { items: 0, why: { ...none, why: 'scattered' } } as const;
  const text = 'No worth: the sellers’ prices differ too much';
  expect([emptyDealsText(scattered), emptySpreadsText(scattered)]).toEqual([text, text]);
  expect(emptyDealsText({ items: 0, why: { ...none, why: 'few-trades', outliers: 0 } })).toBe(
    'Too few purchases for a worth: it takes 5',
  );
});

test('an item with a worth is reported as having no offer below it, and no spread', () => {
  expect(emptyDealsText({ items: 1, why: null })).toBe('Nothing is 25% under its worth right now.');
  expect(emptySpreadsText({ items: 1, why: null })).toBe(
    'Right now nobody pays more than what somebody with enough stock asks.',
  );
  expect(emptyDealsText({ items: 3, why: null })).toBe(
    'Nothing is 25% under its worth right now. I looked at 3 items with a worth.',
  );
});

test('Japanese puts no space between the sentences of an answer', () => {
  const text = emptyDealsText({ items: 3, why: null }, { language: LANGUAGES.of('ja') });
  expect(text).toMatch(/。\S+。$/);
});

test('an empty answer names the nearest terms with a result, and has a button for them', () => {
  const known = { items: 1, why: null };
  const terms = { discount: 50, minSaving: 20 };
  const cheaper = { terms, nearest: { discount: 18, minSaving: 20 } };
  expect(emptyDealsText(known, cheaper)).toBe(
    'Nothing is 50% under its worth and saves 20 diamonds right now. The best right now is 18% under.',
  );
  const small = { terms, nearest: { discount: 50, minSaving: 3.5 } };
  expect(emptyDealsText(known, small)).toMatch(/ The most you can save right now is 3\.50 diamonds\.$/);
  const layout = renderDeals({ ...answer, ...usual, ...small, deals: nothing, known });
  expect(JSON.stringify(layout)).toContain('"deals:terms:key:50:3.5"');
});

test('an empty answer names its filters, and advises wider ones unless other terms find more', () => {
  const known = { items: 1, why: null };
  const near = { filter: { ...filter, x: 0, z: 0, home: true, within: 500 } } as const;
  const emptyText = (more: object = {}) =>
    layoutText(renderDeals({ ...answer, ...usual, ...near, deals: nothing, known, ...more }));
  const none = 'No such offer right now with these filters: within 500 blocks of your home. ';
  const advice = 'Wider or fewer filters may find more.';
  expect(emptyText()).toContain(`\n${none}${advice}\n`);
  expect(layoutText(renderSpreads({ ...answer, ...near, spreads: [], known }))).toContain(`\n${none}${advice}\n`);
  const best = emptyText({ nearest: { discount: 18, minSaving: 0.1 } });
  expect(best).toContain(`\n${none}The best right now is 18% under.\n`);
});

test('requested and displayed discount are the same number: an offer at 33 % is not shown as −32%', () => {
  for (let discount = 1; discount < 100; discount++) {
    const market = marketOf(shop(1, { price: 100 - discount, item: item('OBSIDIAN') }));
    const terms = { discount, minSaving: 0 };
    const deals = atOnce(findDeals(market, worthsAt(100, 'OBSIDIAN'), { filter, terms, order: 'saved', limit: 1 }));
    const known = { items: 1, why: null };
    const text = layoutText(renderDeals({ ...answer, ...usual, deals, terms, known }));
    expect(text).toContain(` · −${discount}%\n`);
  }
});

test('deals are sorted by saving, each with its unit price and the number of items in two lines', () => {
  const place = { x: -10_876, y: 62, z: 10_278, world: 'world_nether' };
  const hopper = shop(1, { price: 3, remaining: 64, item: item('HOPPER', { quantity: 6 }) });
  const long = {
    ...hopper,
    id: 2,
    location: place,
    price: 60,
    item: item('WEATHERED_CUT_COPPER_STAIRS', { quantity: 9 }),
  };
  const worths = new Map([...worthsAt(1, 'HOPPER'), ...worthsAt(20, 'WEATHERED_CUT_COPPER_STAIRS')]);
  const every = { filter: { containers: true }, terms: DEFAULT_DEAL_TERMS, order: 'saved' } as const;
  const deals = atOnce(findDeals(marketOf(hopper, long), worths, { ...every, limit: MOST_LISTED_DEALS }));
  const lowest = new Map([[hopper, 30]]);
  const text = layoutText(
    renderDeals({ ...answer, ...usual, ...every, lowest, deals, known: { items: 2, why: null } }),
  );
  expect(text).toContain(
    '### Deals\n25% or more under worth\n-# Saved on one stack or on 100 diamonds spent · prices in diamonds\n' +
      '**Weathered Cut Copper…** · 9 for 60\n' +
      '-# `-10876 62 10278` world\\_nether · `-87008\u00a082224` in the Overworld · −66% · ' +
      'saves **120** · 6.67 each · Ada\n' +
      '**Hopper** · 6 for 3 · −50%\n' +
      '-# `1 64 -3` world · saves **30** on 60 · 0.50 each\n',
  );
});

test('rows measured from home name it in the distance, and other rows do not', () => {
  const seller = shop(1, { price: 1, location: { x: 30, y: 64, z: 40, world: 'world' }, item: item('OBSIDIAN') });
  const market = marketOf(
    seller,
    shop(2, { owner: { name: 'Bob', uuid: 'b' }, side: 'bid', price: 5, item: item('OBSIDIAN') }),
  );
  const worths = worthsAt(9, 'OBSIDIAN');
  const known = { items: 1, why: null };
  const textsFrom = (place: object) => {
    const every = { ...usual, filter: { ...filter, x: 0, z: 0, ...place }, known, limit: 1 };
    const deals = atOnce(findDeals(market, worths, every));
    const spreads = atOnce(findSpreads(market, worths, every));
    return [renderDeals({ ...answer, ...every, deals }), renderSpreads({ ...answer, ...every, spreads })].map(
      layoutText,
    );
  };
  const home = [
    expect.stringContaining('world · 50 blocks from your home · '),
    expect.stringMatching(/50 blocks from your home → .* 52 blocks\n/),
  ];
  expect(textsFrom({ home: true })).toEqual(home);
  expect(textsFrom({}).join()).not.toContain('home');
});

test('the first line of a deal fits a phone in every language and script', () => {
  const names = [
    'Щщжжшшщщжжшшщщжжшш',
    'WWWWWWWWWWWWWWWWWW',
    'エンチャントされた金のリンゴの箱',
    'illillillillillillillillillill',
  ];
  const every = { ...answer, ...usual, filter: { containers: true }, known: { items: 1, why: null } };
  for (const name of names) {
    const named = identify('OBSIDIAN', `{display:{Name:'"${name}"'}}`);
    const market = marketOf(shop(1, { price: 3, item: item(named, { quantity: 2 }) }));
    const worths = new Map([[named.key, { worth: 9, sellers: 3, trades: 9, outliers: 0 }]]);
    const deals = atOnce(findDeals(market, worths, { ...every, limit: 1 }));
    for (const tag of Object.keys(CATALOGUES)) {
      const language = LANGUAGES.of(tag);
      const text = layoutText(renderDeals({ ...every, deals, language }));
      const lines = text.split('\n');
      const line = lines.find((line) => line.startsWith('**'));
      const below = lines[lines.indexOf(line ?? '') + 1];
      expect(`${line}\n${below}`).toContain(` · ${formatSignedPercent(-83, language)}`);
      expect(estimateWidth(line ?? ''), line).toBeLessThanOrEqual(PHONE_LINE_EM);
    }
  }
});

test('a name as wide as a phone line is shown whole, with the percentage in the second line', () => {
  const box = item('YELLOW_SHULKER_BOX', { contents: [item('REDSTONE_BLOCK', { quantity: 1_728 })] });
  const market = marketOf(shop(1, { price: 626, item: box, remaining: 1 }));
  const query = { filter: { containers: true }, terms: DEFAULT_DEAL_TERMS, order: 'saved', limit: 9 } as const;
  const deals = atOnce(findDeals(market, worthsAt(0.5, 'REDSTONE_BLOCK'), query));
  const text = layoutText(renderDeals({ ...answer, ...usual, ...query, deals, known: { items: 1, why: null } }));
  expect(text).toContain('\n**Block of Redstone** · 1,728 for 626\n-# `1 64 -3` world · −27% · saves **238** · in ');
});

test('a long name is cut to the same width in all rows of a page', () => {
  const type = 'WAXED_WEATHERED_CUT_COPPER_STAIRS';
  const market = marketOf(
    shop(1, { price: 1, item: item(type), remaining: 64 }),
    shop(2, { price: 1_234.56, item: item(type, { quantity: 64 }), remaining: 6_400 }),
  );
  const query = { filter: { containers: true }, terms: DEFAULT_DEAL_TERMS, order: 'saved', limit: 9 } as const;
  const deals = atOnce(findDeals(market, worthsAt(40, type), query));
  const text = layoutText(renderDeals({ ...answer, ...usual, ...query, deals, known: { items: 1, why: null } }));
  const names = text.split('\n').flatMap((line) => /^\*\*(Waxed.*?)\*\*/.exec(line)?.[1] ?? []);
  expect(names).toHaveLength(2);
  expect(new Set(names).size).toBe(1);
  expect(names[0]).toMatch(/…$/);
});

test('two deals of one item are shown, with the number of further ones, on every page', () => {
  const types = ['OBSIDIAN', 'DIRT', 'CLAY', 'SAND', 'ICE'];
  const shops = types.flatMap((type, of) =>
    Array.from({ length: of === 0 ? 9 : 2 }, (_, at) =>
      shop(10 * of + at, { price: of === 4 ? 5 : 1, item: item(type) }),
    ),
  );
  const every = { ...answer, ...usual, filter: { containers: true }, known: { items: 5, why: null } };
  const deals = atOnce(findDeals(marketOf(...shops), worthsAt(9, ...types), { ...every, limit: MOST_LISTED_DEALS }));
  const pageOf = (page: number) => layoutText(renderDeals({ ...every, deals, page }));
  expect(pageOf(0)).toMatch(/^### Deals\n.*\n-# Saved on .*\n(\*\*.*\n-# .*\n){6}\[/);
  expect(pageOf(0).match(/\*\*Obsidian\*\*/g)).toHaveLength(2);
  expect(pageOf(0)).toContain(' · saves **512** · 7 more shops\n**Dirt**');
  expect(pageOf(0)).toContain('-# Page 1 of 2');
  expect(pageOf(1)).toMatch(/\n\*\*Ice\*\*.*\n.*\n\[/);
  expect(JSON.stringify(renderDeals({ ...every, deals })).match(/"deals:(order|history|watch):key"/g)).toEqual([
    '"deals:order:key"',
    '"deals:history:key"',
    '"deals:watch:key"',
  ]);
});

test('a spread states both places without line breaks in coordinates, and marks an unknown worth', () => {
  const seller = shop(1, { price: 1, item: item('OBSIDIAN') });
  const elsewhere = { owner: { name: 'Bob', uuid: 'b' }, location: { x: 99, y: 64, z: 0, world: 'world' } };
  const buyer = shop(2, { ...elsewhere, side: 'bid', price: 2, item: item('OBSIDIAN') });
  const text = (worths: ReturnType<typeof worthsAt>) => {
    const spreads = atOnce(findSpreads(marketOf(seller, buyer), worths, { filter, limit: 1 }));
    return layoutText(renderSpreads({ ...answer, spreads, known: { items: 1, why: null } }));
  };
  expect(text(worthsAt(2, 'OBSIDIAN'))).toContain(
    '**Obsidian** · **+64** · 64 for 64 → 128\n-# `1 64 -3` → `99\u00a064\u00a00` world · 98 blocks\n',
  );
  expect(text(new Map())).toContain('**Obsidian** · **+64** · worth unknown\n-# 64 for 64 → 128 · `1 64 -3` → ');
});

test('each page of spreads warns that a buyer may not be able to pay', () => {
  const seller = shop(1, { price: 1, item: item('OBSIDIAN') });
  const buyer = shop(2, { owner: { name: 'Bob', uuid: 'b' }, side: 'bid', price: 2, item: item('OBSIDIAN') });
  const [spread] = atOnce(findSpreads(marketOf(seller, buyer), new Map(), { filter, limit: 1 }));
  if (spread === undefined) throw new Error('no spread');
  const spreads = Array.from({ length: DEALS_A_PAGE + 1 }, () => spread);
  for (const page of [0, 1]) {
    const text = layoutText(renderSpreads({ ...answer, page, spreads, known: { items: 1, why: null } }));
    expect(text).toContain('Nobody knows how much a buyer can pay: ask first.');
  }
});

test('spreads of one item offer a watch, with or without a result', () => {
  const known = { items: 1, why: null };
  const text = layoutText(renderSpreads({ ...answer, spreads: [], known }));
  expect(text).toMatch(/^### Obsidian\nBuy here, sell there\n/);
  expect(text).toContain('[Watch this]\n[Price history]\n[Show shops]');
  const nobody = { ...answer, filter: { containers: true, owner: 'Nobody' }, spreads: [], known };
  expect(layoutText(renderSpreads(nobody))).toMatch(/^### Deals\nBuy here, sell there\n-# .*Nobody\n/);
});
