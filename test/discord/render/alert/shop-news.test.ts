import { describe, expect, test } from 'vitest';
import { MARKDOWN_VOICE, PUSH_VOICE } from '../../../../src/discord/render/alert/format-goods.ts';
import { formatShopChange } from '../../../../src/discord/render/alert/format-shop.ts';
import type { ShopChange } from '../../../../src/market/change.ts';
import { identify } from '../../../../src/market/item/identity.ts';
import type { Item } from '../../../../src/market/item/item.ts';
import type { Shop } from '../../../../src/market/shops/shop.ts';
import type { FeedKind } from '../../../../src/routing/feed.ts';
import { ENGLISH } from '../../../language/spoken.ts';
import { item, shop } from '../../../market/samples.ts';
import { BEGAN } from '../arbitraries.ts';
import { feedOf } from '../feeds.ts';

function alertLines(
  change: ShopChange,
  kinds: readonly FeedKind[],
  filter = feedOf('listings').filter,
): readonly string[] {
  const { say, lines } = formatShopChange(
    change,
    { subscriptions: kinds.map((kind) => ({ ...feedOf(kind), filter })), worth: null },
    ENGLISH,
  );
  return [say(MARKDOWN_VOICE), ...lines.map((line) => line.replace(/(^| · )<t:\d+:R>/, ''))];
}

const changed = (before: Partial<Shop>, after: Partial<Shop>): ShopChange => ({
  kind: 'price-changed',
  at: BEGAN,
  before: shop(1, before),
  shop: shop(1, after),
});
const listed = (more: Partial<Shop>): ShopChange => ({ kind: 'listed', at: BEGAN, shop: shop(1, more) });

describe('a shop restocked and made cheaper at once', () => {
  const both = changed({ price: 5, remaining: 0 }, { price: 3, remaining: 64 });

  test.each<[FeedKind[], string]>([
    [['restocks'], 'Slime Block: back in stock and cheaper · 3 diamonds (was 5 diamonds)'],
    [['price-drops'], 'Slime Block: back in stock and cheaper · 3 diamonds (was 5 diamonds)'],
  ])('is reported as both to %j', (kinds, title) => {
    expect(alertLines(both, kinds)[0]).toBe(title);
  });

  test.each<[FeedKind[], string]>([
    [['restocks'], 'Slime Block: more in stock · 3 diamonds (was 5 diamonds)'],
    [['price-drops'], 'Slime Block: cheaper · now 3 diamonds (was 5 diamonds)'],
  ])('is not reported as back in stock to %j if it had stock before', (kinds, title) => {
    expect(alertLines(changed({ price: 5, remaining: 8 }, { price: 3, remaining: 64 }), kinds)[0]).toBe(title);
  });
});

test('a shop change states the requested change first, and others after it', () => {
  const raised = changed({ price: 3, remaining: 0 }, { price: 5, remaining: 64 });
  expect(alertLines(raised, ['restocks'])[0]).toBe('Slime Block: back in stock · 5 diamonds (was 3 diamonds)');
  const other = changed({ item: item('DIRT') }, { remaining: 0 });
  expect(alertLines(other, ['listings'])[0]).toBe('Slime Block: new offer · 4 diamonds');
});

test('a bundle is stated with the price on its sign first, and the price before', () => {
  const pack = (price: number, quantity = 32) => ({ price, item: item('SLIME_BLOCK', { quantity }) });
  expect(alertLines(changed(pack(4), pack(3)), ['price-drops'])[0]).toBe(
    'Slime Block: cheaper · now 32 for 3 diamonds · 0.094 each (was 32 for 4 diamonds)',
  );
  expect(alertLines(changed(pack(4), pack(6, 64)), ['price-drops'])[0]).toBe(
    'Slime Block: cheaper · now 64 for 6 diamonds · 0.094 each (was 32 for 4 diamonds · 0.13 each)',
  );
});

test('a competitor’s unit price is displayed as different from the reader’s own', () => {
  const rival = listed({ price: 0.0941 });
  const { say } = formatShopChange(
    rival,
    { subscriptions: [feedOf('listings')], worth: null, undercuts: 0.0944 },
    ENGLISH,
  );
  expect(say(MARKDOWN_VOICE)).toBe('Slime Block: somebody is cheaper than you · 0.0941 diamonds, you ask 0.0944 each');
});

test('a restock states the stock before, zero or not', () => {
  const restocked = (before: number, remaining: number): ShopChange => ({
    kind: 'restocked',
    at: BEGAN,
    shop: shop(1, { remaining }),
    before: shop(1, { remaining: before }),
  });
  expect(alertLines(restocked(500, 501), ['restocks'])[1]).toBe('501 in stock (was 500)');
  expect(alertLines(restocked(0, 64), ['restocks'])[1]).toBe('64 in stock (was 0)');
});

test('a buyer with room again is reported as buying, without stock', () => {
  const buyer = (remaining: number) => shop(1, { side: 'bid', remaining });
  const [sentence, ...lines] = alertLines({ kind: 'restocked', at: BEGAN, before: buyer(0), shop: buyer(64) }, []);
  expect(sentence).toBe('Slime Block: a shop buys it · 4 diamonds');
  expect(lines.join()).not.toMatch(/in stock|room/);
});

test('a change saved by an older version states neither stock nor room', () => {
  const subscriptions = [feedOf('listings')];
  const lines = (side: 'ask' | 'bid', hasOldStock: boolean) => {
    const change = listed({ side, remaining: side === 'bid' ? 0 : 5 });
    return formatShopChange(change, { subscriptions, worth: null, hasOldStock }, ENGLISH).lines.join();
  };
  expect([lines('ask', false), lines('bid', false)].join()).toMatch(/5 in stock.*no room left/s);
  expect([lines('ask', true), lines('bid', true)].join()).not.toMatch(/in stock|no room left/);
});

test('a buyer without room for a bundle is reported as having no room left', () => {
  const wanted = (remaining: number) => listed({ side: 'bid', remaining, item: item('SLIME_BLOCK', { quantity: 2 }) });
  expect(alertLines(wanted(0), ['listings'])[1]).toBe(' · no room left');
  expect(alertLines(wanted(2), ['listings'])).toEqual([
    'Slime Block: a shop buys it · 2 for 4 diamonds · 2 each',
    '',
    '`1 64 -3` world · Ada',
  ]);
});

test('a shop of unknown type is reported with the escaped name of its type', () => {
  const barter = { side: null, kind: 'BARTER', price: 8 };
  expect(alertLines(listed(barter), ['listings']).slice(0, 2)).toEqual([
    'Slime Block: new offer · 8 diamonds',
    '64 in stock · Type of shop: BARTER',
  ]);
  expect(alertLines(changed({ ...barter, price: 11 }, barter), ['listings'])[0]).toBe(
    'Slime Block: the offer has changed · 8 diamonds (was 11 diamonds)',
  );
  expect(alertLines(listed({ side: null, kind: '**FREE**' }), ['listings'])[1]).toContain('\\*\\*FREE\\*\\*');
});

describe('a banned painting', () => {
  const canvas = (n: number) => `22222222-0000-4000-8000-00000000000a_${n}`;
  const painting = (n: number) => item(identify('PAINTING', `{canvas:"${canvas(n)}"}`));

  test('is reported with its whole id, ready to copy', () => {
    expect(alertLines(listed({ item: painting(1), price: 33 }), ['banned-paintings'])).toEqual([
      'Painting (22222222…\\_1): banned painting on sale · 33 diamonds',
      '64 in stock',
      '`1 64 -3` world · Ada',
      `Painting \`${canvas(1)}\``,
    ]);
    const wanted = listed({ item: painting(1), side: 'bid' });
    expect(alertLines(wanted, ['banned-paintings'])[0]).toMatch(/: a shop buys this banned painting · 4 diamonds$/);
  });

  test('in a box is named too', () => {
    const box = shop(1, { item: item('SHULKER_BOX', { contents: [painting(1), painting(2)] }), price: 33 });
    expect(alertLines({ kind: 'banned', at: BEGAN, shop: box, canvas: canvas(2) }, ['banned-paintings'])).toEqual([
      'Shulker Box with 2 × Painting: this painting on sale is now banned · 33 diamonds',
      '64 in stock',
      '`1 64 -3` world · Ada',
      `Painting \`${canvas(2)}\``,
    ]);
  });

  test('among others in a new box is reported as one of the paintings listed', () => {
    const contents = [1, 2, 3, 4, 5].map(painting);
    const newsText = alertLines(listed({ item: item('SHULKER_BOX', { contents }) }), ['banned-paintings']).at(-1);
    expect(newsText).toBe(
      `At least one of these is banned: \`${canvas(1)}\`, \`${canvas(2)}\`, \`${canvas(3)}\`, … and 2 more`,
    );
  });
});

describe('a box that matches without its contents', () => {
  const box = (...contents: readonly Item[]) =>
    alertLines(listed({ item: item('SHULKER_BOX', { contents }) }), ['listings'])[0];
  const book = (level: number) => identify('ENCHANTED_BOOK', `{StoredEnchantments:[{id:"sharpness",lvl:${level}s}]}`);

  test.each<[string, readonly Item[], string]>([
    ['one item', [item('EMERALD', { quantity: 64 }), item('EMERALD', { quantity: 8 })], ' with 72 × Emerald'],
    ['one kind', [item(book(4))], ' with 1 × Enchanted Book (Sharpness IV)'],
    ['several kinds of a type', [item(book(4)), item(book(5))], ' with 2 × Enchanted Book'],
    ['several types', [item('DIRT'), item('EMERALD', { quantity: 2 })], ' with 2 × Emerald and other things'],
    ['a box in it', [item('BUNDLE', { quantity: 2, contents: [item('DIRT', { quantity: 3 })] })], ' with 6 × Dirt'],
    ['nothing', [], ''],
  ])('is named with the item that it holds most of: %s', (_, contents, newsText) => {
    expect(box(...contents)).toBe(`Shulker Box${newsText}: new offer · 4 diamonds`);
  });
});

describe('an item found in a box', () => {
  const emeralds = { item: { type: 'EMERALD' }, containers: true };
  const boxOf = (count: number) => item('SHULKER_BOX', { contents: [item('EMERALD', { quantity: count })] });
  const MIXED = item('SHULKER_BOX', { contents: [item('EMERALD'), item('DIRT')] });

  test('is compared by its unit price, not by the price of the box', () => {
    const drop = changed({ item: boxOf(64), price: 64 }, { item: boxOf(64), price: 32 });
    expect(alertLines(drop, ['price-drops'], emeralds)[0]).toBe(
      'Emerald in Shulker Box: cheaper · now 1 box of 64 for 32 diamonds · 0.50 each (was 1 each)',
    );
    const emptier = changed({ item: boxOf(64), price: 64 }, { item: boxOf(16), price: 32 });
    expect(alertLines(emptier, ['price-drops'], emeralds)[0]).toBe(
      'Emerald in Shulker Box: the offer has changed · 1 box of 16 for 32 diamonds · 2 each (was 1 each)',
    );
  });

  test('is new if the box did not contain it before', () => {
    const filled = changed({ item: item('SHULKER_BOX') }, { item: boxOf(64), price: 64 });
    expect(alertLines(filled, ['listings'], emeralds)[0]).toBe(
      'Emerald in Shulker Box: new offer · 1 box of 64 for 64 diamonds · 1 each',
    );
  });

  test('has no unit price in a mixed box', () => {
    expect(alertLines(listed({ item: MIXED, price: 100 }), ['listings'], emeralds)).toEqual([
      '1 × Emerald in a mixed Shulker Box: new offer · 1 box for 100 diamonds',
      '64 in stock',
      '`1 64 -3` world · Ada',
    ]);
    const mixing = changed({ item: boxOf(64), price: 64 }, { item: MIXED, price: 32 });
    expect(alertLines(mixing, ['price-drops'], emeralds)[0]).toBe(
      '1 × Emerald in a mixed Shulker Box: the offer has changed · 1 box for 32 diamonds',
    );
  });
});

describe('many shops listed at once', () => {
  const others = [shop(2, { price: 5 }), shop(3, { price: 6 })];
  const newsText = (kind: FeedKind, more: Partial<Shop> = {}) => {
    const entry = { subscriptions: [feedOf(kind)], worth: null, listedWith: { count: 312, shops: others } };
    return formatShopChange(listed(more), entry, ENGLISH);
  };

  test('are reported with their count and the best offer first', () => {
    expect(newsText('listings').say(PUSH_VOICE)).toBe('312 new offers · best: Slime Block · 4 diamonds');
    expect(newsText('listings', { side: 'bid' }).say(PUSH_VOICE)).toBe(
      '312 items that shops buy · best: Slime Block · 4 diamonds',
    );
  });

  test('are followed by the next best in one line each, with the item only if it differs', () => {
    const [, , ...next] = newsText('listings').lines;
    expect(next).toHaveLength(2);
    expect(next[0]).toMatch(/^- \*\*5 diamonds\*\* · 64 in stock · `1 64 -3`/);
    expect(next[1]).toMatch(/^- \*\*6 diamonds\*\* · 64 in stock · `1 64 -3`/);
    const dirt = newsText('listings', { item: item('DIRT') }).lines[2];
    expect(dirt).toMatch(/^- Slime Block: new offer · \*\*5 diamonds\*\* · 64 in stock · `1 64 -3`/);
  });
});
