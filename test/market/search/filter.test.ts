import { describe, expect, test } from 'vitest';
import { parseEnchantments } from '../../../src/market/item/enchantments.ts';
import {
  conflictingEnchantment,
  type EnchantmentTest,
  type Filter,
  filterKey,
} from '../../../src/market/search/filter.ts';

function tests(text: string): readonly EnchantmentTest[] {
  const read = parseEnchantments(text);
  if (typeof read === 'string') throw new Error(read);
  return read;
}

const key = (filter: Partial<Filter>) => filterKey({ containers: true, ...filter });

describe('the key of a filter', () => {
  test.each<[string, Partial<Filter>, Partial<Filter>]>([
    ['an owner', { owner: 'Ann' }, { owner: 'aNN' }],
    ['an owner left out', { notOwner: 'Ann' }, { notOwner: 'ann' }],
    ['a world', { world: 'World' }, { world: 'world' }],
    ['enchantments', { enchantments: tests('mending,sharpness=5') }, { enchantments: tests('Sharpness=5, mending') }],
    ['one asked twice', { enchantments: tests('mending,mending') }, { enchantments: tests('mending') }],
    ['a landmark’s name', { x: 1, z: 2, near: 'Spawn' }, { x: 1, z: 2, near: 'Old Spawn' }],
    ['a place in the Overworld', { x: 1, z: 2, near: 'Spawn' }, { x: 1, z: 2 }],
    ['an item’s name', { item: { type: 'DIRT' } }, { item: { type: 'DIRT', label: 'Dirt' } }],
  ])('is equal for equivalent filters: %s', (_, one, other) => expect(key(one)).toBe(key(other)));

  test.each<[string, Partial<Filter>, Partial<Filter>]>([
    ['owner and not-owner', { owner: 'Ann' }, { notOwner: 'Ann' }],
    ['levels', { enchantments: tests('sharpness=5') }, { enchantments: tests('sharpness>=5') }],
    ['worlds of a landmark', { x: 1, z: 2, near: 'Hub', nearWorld: 'a' }, { x: 1, z: 2, near: 'Hub', nearWorld: 'b' }],
    ['a landmark’s world and the shops’', { x: 1, z: 2, near: 'Hub', nearWorld: 'a' }, { x: 1, z: 2, world: 'a' }],
    ['nothing', {}, { world: 'world' }],
  ])('differs for different filters: %s', (_, one, other) => expect(key(one)).not.toBe(key(other)));
});

test.each([
  ['sharpness=3,sharpness=5', 'sharpness'],
  ['mending, sharpness=3, sharpness>=5', 'sharpness'],
  ['sharpness>=5, sharpness=3', 'sharpness'],
  ['sharpness=5, sharpness>=3', null],
  ['sharpness>=3, sharpness>=5', null],
  ['sharpness=5, unbreaking=3', null],
])('the first impossible condition in %s is %s', (text, conflict) =>
  expect(conflictingEnchantment(tests(text))).toBe(conflict),
);
