import { describe, expect, test } from 'vitest';
import { formatShopChange } from '../../../../src/discord/render/alert/format-shop.ts';
import type { ShopChange } from '../../../../src/market/change.ts';
import { identify } from '../../../../src/market/item/identity.ts';
import type { Shop } from '../../../../src/market/shops/shop.ts';
import type { FeedKind } from '../../../../src/routing/feed.ts';
import { ENGLISH } from '../../../language/spoken.ts';
import { item, shop } from '../../../market/samples.ts';
import { BEGAN } from '../arbitraries.ts';
import { feedOf } from '../feeds.ts';

function told(change: ShopChange, kinds: readonly FeedKind[], filter = feedOf('listings').filter): readonly string[] {
  const { title, lines } = formatShopChange(
    change,
    { subscriptions: kinds.map((kind) => ({ ...feedOf(kind), filter })), worth: null },
    ENGLISH,
  );
  return [title, ...lines.map((line) => line.replace(/ · <t:\d+:R>/, ''))];
}

const changed = (before: Partial<Shop>, after: Partial<Shop>): ShopChange => ({
  kind: 'price-changed',
  at: BEGAN,
  before: shop(1, before),
  shop: shop(1, after),
});
const listed = (more: Partial<Shop>): ShopChange => ({ kind: 'listed', at: BEGAN, shop: shop(1, more) });

describe('a shop that was filled and made cheaper at once', () => {
  const both = changed({ price: 5, remaining: 0 }, { price: 3, remaining: 64 });

  test.each<[FeedKind[], string]>([
    [['restocks'], 'Restocked and cheaper: Slime Block at 3 each (was 5)'],
    [['price-drops'], 'Cheaper and restocked: Slime Block at 3 each (was 5)'],
    [['restocks', 'price-drops'], 'Cheaper and restocked: Slime Block at 3 each (was 5)'],
  ])('is told to %j by what was asked for', (kinds, title) => {
    expect(told(both, kinds)[0]).toBe(title);
  });
});

test('what is asked for leads, what is true besides stands behind', () => {
  const dearer = changed({ price: 3, remaining: 0 }, { price: 5, remaining: 64 });
  expect(told(dearer, ['restocks'])[0]).toBe('Restocked: Slime Block at 5 each (was 3)');
  const other = changed({ item: item('DIRT') }, { remaining: 0 });
  expect(told(other, ['listings'])[0]).toBe('New: Slime Block at 4 each');
});

test('a restock says what there was before, empty or not', () => {
  const restocked = (before: number, remaining: number): ShopChange => ({
    kind: 'restocked',
    at: BEGAN,
    shop: shop(1, { remaining }),
    before: shop(1, { remaining: before }),
  });
  expect(told(restocked(500, 501), ['restocks'])[1]).toBe('1 for 4 diamonds · 500 → 501 in stock');
  expect(told(restocked(0, 64), ['restocks'])[1]).toBe('1 for 4 diamonds · 0 → 64 in stock');
});

test('a buyer who shows less than a bundle may not buy', () => {
  const wanted = (remaining: number) => listed({ side: 'bid', remaining, item: item('SLIME_BLOCK', { quantity: 2 }) });
  expect(told(wanted(1), ['listings'])[1]).toBe('2 for 4 diamonds · 1 left: may not buy');
  expect(told(wanted(2), ['listings'])[1]).toBe('2 for 4 diamonds');
});

test('a shop of a type nobody knows is told by its own name for it, which does nothing', () => {
  const barter = { side: null, kind: 'BARTER', price: 8 };
  expect(told(listed(barter), ['listings'])[0]).toBe('New (BARTER): Slime Block at 8 each');
  expect(told(changed({ ...barter, price: 11 }, barter), ['listings'])[0]).toBe(
    'BARTER: Slime Block at 8 each (was 11)',
  );
  expect(told(listed({ side: null, kind: '**FREE**' }), ['listings'])[0]).toMatch(/^New \(\\\*\\\*FREE\\\*\\\*\): /);
});

describe('a banned painting', () => {
  const canvas = (n: number) => `22222222-0000-4000-8000-00000000000a_${n}`;
  const painting = (n: number) => item(identify('PAINTING', `{canvas:"${canvas(n)}"}`));

  test('is told by its whole id, ready to copy', () => {
    expect(told(listed({ item: painting(1), price: 33 }), ['banned-paintings'])).toEqual([
      'Banned painting: Painting (canvas 22222222…\\_1) at 33 each',
      '1 for 33 diamonds · 64 in stock',
      'Ada · `1 64 -3` world',
      `Painting \`${canvas(1)}\``,
    ]);
    const wanted = listed({ item: painting(1), side: 'bid' });
    expect(told(wanted, ['banned-paintings'])[0]).toMatch(/^Banned painting wanted: Painting/);
  });

  test('in a box is named too', () => {
    const box = shop(1, { item: item('SHULKER_BOX', { contents: [painting(1), painting(2)] }), price: 33 });
    expect(told({ kind: 'banned', at: BEGAN, shop: box, canvas: canvas(2) }, ['banned-paintings'])).toEqual([
      'Painting now banned: Shulker Box at 33 each',
      '1 for 33 diamonds · 64 in stock',
      'Ada · `1 64 -3` world',
      `Painting \`${canvas(2)}\``,
    ]);
  });

  test('among others of a new box: they are named, and that it is one of them', () => {
    const contents = [1, 2, 3, 4, 5].map(painting);
    const said = told(listed({ item: item('SHULKER_BOX', { contents }) }), ['banned-paintings']).at(-1);
    expect(said).toBe(`At least one is banned: \`${canvas(1)}\`, \`${canvas(2)}\`, \`${canvas(3)}\`, and 2 more`);
  });
});

describe('what was asked for in a box', () => {
  const emeralds = { item: { type: 'EMERALD' }, containers: true };
  const boxOf = (count: number) => item('SHULKER_BOX', { contents: [item('EMERALD', { quantity: count })] });
  const MIXED = item('SHULKER_BOX', { contents: [item('EMERALD'), item('DIRT')] });

  test('is compared by the price of one of it, not of the box', () => {
    const drop = changed({ item: boxOf(64), price: 64 }, { item: boxOf(64), price: 32 });
    expect(told(drop, ['price-drops'], emeralds)[0]).toBe('Cheaper: Emerald at 0.50 each, in Shulker Box (was 1)');
    const emptier = changed({ item: boxOf(64), price: 64 }, { item: boxOf(16), price: 32 });
    expect(told(emptier, ['price-drops'], emeralds)[0]).toBe('Emerald at 2 each, in Shulker Box (was 1)');
  });

  test('is new where it was not in before', () => {
    const filled = changed({ item: item('SHULKER_BOX') }, { item: boxOf(64), price: 64 });
    expect(told(filled, ['listings'], emeralds)[0]).toBe('New: Emerald at 1 each, in Shulker Box');
  });

  test('has no price of its own in a mixed one', () => {
    expect(told(listed({ item: MIXED, price: 100 }), ['listings'], emeralds)).toEqual([
      'New: 1 × Emerald in a mixed Shulker Box, at 100 a box',
      '1 box for 100 diamonds · 64 in stock',
      'Ada · `1 64 -3` world',
    ]);
    const mixing = changed({ item: boxOf(64), price: 64 }, { item: MIXED, price: 32 });
    expect(told(mixing, ['price-drops'], emeralds)[0]).toBe('1 × Emerald in a mixed Shulker Box, at 32 a box');
  });
});
