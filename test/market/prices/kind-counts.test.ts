import { expect, test } from 'vitest';
import { identify } from '../../../src/market/item/identity.ts';
import { countKinds } from '../../../src/market/prices/kind-counts.ts';
import type { Shop } from '../../../src/market/shops/shop.ts';
import { atOnce, item, marketOf, shop } from '../samples.ts';

const SHARP = identify('DIAMOND_SWORD', '{Enchantments:[{id:"minecraft:sharpness",lvl:5s}]}');
const NAMED = identify('DIAMOND_SWORD', '{"minecraft:custom_name":"Excalibur"}');
const sword = (id: number, of: Parameters<typeof item>[0], more: Partial<Shop> = {}) =>
  shop(id, { ...more, item: item(of) });
const boxOf = (id: number, ...contents: readonly Parameters<typeof item>[0][]) =>
  shop(id, { item: item('SHULKER_BOX', { contents: contents.map((of) => item(of)) }) });
const count = (choice: { type: string; key?: string }, ...shops: readonly Shop[]) =>
  atOnce(countKinds(marketOf(...shops), choice));

const SWORDS = [
  sword(1, 'DIAMOND_SWORD'),
  sword(2, 'DIAMOND_SWORD', { remaining: 0 }),
  sword(3, 'DIAMOND_SWORD', { side: 'bid' }),
  sword(4, 'DIAMOND_SWORD', { side: 'bid', remaining: 0 }),
  sword(5, SHARP),
  sword(6, SHARP, { remaining: 0 }),
  sword(7, SHARP, { side: 'bid' }),
  boxOf(8, 'DIAMOND_SWORD'),
  boxOf(9, SHARP, 'DIRT'),
];

test('each shop is counted once: as the plain item, as another kind or as a container', () => {
  const counts = {
    own: { sellers: 1, empty: 1, buyers: 1 },
    others: { sellers: 1, buyers: 1, areEnchanted: true },
    filled: 0,
    containers: 2,
  };
  expect(count({ type: 'DIAMOND_SWORD' }, ...SWORDS)).toEqual(counts);
  expect(count({ type: 'DIAMOND_SWORD', key: identify('DIAMOND_SWORD').key }, ...SWORDS)).toEqual(counts);
});

test('a chosen variant is counted alone, with the containers that hold it', () => {
  expect(count({ type: 'DIAMOND_SWORD', key: SHARP.key }, ...SWORDS)).toEqual({
    own: { sellers: 1, empty: 1, buyers: 1 },
    others: { sellers: 1, buyers: 1, areEnchanted: false },
    filled: 0,
    containers: 1,
  });
});

test('other kinds are labelled enchanted only if every traded kind is enchanted', () => {
  expect(count({ type: 'DIAMOND_SWORD' }, ...SWORDS, sword(10, NAMED, { remaining: 0 })).others.areEnchanted).toBe(
    true,
  );
  expect(count({ type: 'DIAMOND_SWORD' }, ...SWORDS, sword(10, NAMED)).others).toEqual({
    sellers: 2,
    buyers: 1,
    areEnchanted: false,
  });
});

test('filled boxes are not counted as empty ones', () => {
  const boxes = [boxOf(1, 'DIRT'), boxOf(2, 'DIRT'), sword(3, 'SHULKER_BOX')];
  expect(count({ type: 'SHULKER_BOX' }, ...boxes)).toMatchObject({
    own: { sellers: 1 },
    others: { sellers: 0 },
    filled: 2,
    containers: 0,
  });
});

test('a variant that no shop has is counted as zero', () => {
  expect(count({ type: 'DIAMOND_SWORD', key: '0123456789abcdef' }, ...SWORDS)).toMatchObject({
    own: { sellers: 0, empty: 0, buyers: 0 },
    others: { sellers: 2, buyers: 2 },
  });
});
