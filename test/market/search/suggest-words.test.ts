import { expect, test } from 'vitest';
import { identify } from '../../../src/market/item/identity.ts';
import {
  suggestCanvases,
  suggestEnchantments,
  suggestOwners,
  suggestWorlds,
} from '../../../src/market/search/search.ts';
import { nearestWords } from '../../../src/market/search/suggest-words.ts';
import { item, marketOf, shop } from '../samples.ts';

/** Stands on: the search alone. */

const CANVAS = '0a1b2c3d-0000-4000-8000-00000000000a_12';
const subscriptions =
  '{StoredEnchantments:[{id:"unbreaking",lvl:3s},{id:"sharpness",lvl:5s},{id:"fire_aspect",lvl:1s}]}';
const painting = item(identify('PAINTING', `{canvas:"${CANVAS}"}`));
const names = ['Bob', 'bobby', 'Jacob', 'x'.repeat(101), ''];
const market = marketOf(
  ...names.map((name, id) => shop(id, { owner: { name, uuid: `${id}` } })),
  shop(20, {
    item: item(identify('ENCHANTED_BOOK', subscriptions)),
    location: { x: 0, y: 0, z: 0, world: 'world_nether' },
  }),
  shop(21, { item: item('SHULKER_BOX', { contents: [painting] }) }),
);

test('owner suggestions list equal names, prefixes, then other matches, and skip names too long for a choice', () => {
  expect(suggestOwners(market, 'BOB')).toEqual(['Bob', 'bobby']);
  expect(suggestOwners(market, 'ob')).toEqual(['Bob', 'Jacob', 'bobby']);
  expect(suggestOwners(market, 'co')).toEqual(['Jacob']);
  expect(suggestOwners(market, '').length).toBe(4);
});

test('suggestions list worlds, and paintings inside boxes', () => {
  expect(suggestWorlds(market, 'neth')).toEqual(['world_nether']);
  expect(suggestCanvases(market, '')).toEqual([CANVAS]);
  expect(market.shopsOfCanvas(CANVAS.toUpperCase()).map(({ id }) => id)).toEqual([21]);
});

test.each([
  ['sha', ['sharpness']],
  ['fire a', ['fire_aspect']],
  ['sharpness>=5, unb', ['sharpness>=5, unbreaking']],
  ['sharpness>=5,unb', ['sharpness>=5, unbreaking']],
  ['sharpness>=', ['sharpness>=']],
  ['Sharpness V', ['Sharpness V']],
  ['sharpness 5, unb', ['sharpness 5, unbreaking']],
  ['Sharpness V, fire aspect ii', ['Sharpness V, fire aspect ii']],
  ['zzz', []],
])('the last enchantment of %j is completed', (text, expected) => {
  expect(suggestEnchantments(market, text)).toEqual(expected);
});

test.each([
  ['wrld', ['world']],
  ['WRLD', ['world']],
  ['the_nether', ['world_the_nether']],
  ['nether', ['world_nether', 'world_the_nether']],
  ['wolrd_nether', ['world_nether']],
  ['moon', []],
])('the nearest words to %j are %j, misspellings before containing words', (typed, expected) => {
  expect(nearestWords(['world', 'world_nether', 'world_the_nether'], typed)).toEqual(expected);
});

test.each([
  ['Nisy', ['Nysi']],
  ['nsyi', ['Nysi']],
  ['Nisyy', ['Nysi']],
  ['Nyssi', ['Nysi']],
  ['Nyxi', ['Nysi']],
  ['Bab', ['Bob']],
  ['zzz', []],
  ['Nabc', []],
])('the nearest short name to %j is %j: one wrong letter, or letters in another order', (typed, expected) => {
  expect(nearestWords(['Nysi', 'Bob', 'Annabelle'], typed)).toEqual(expected);
  const players = marketOf(
    ...['Nysi', 'Bob', 'Annabelle'].map((name, id) => shop(id, { owner: { name, uuid: `${id}` } })),
  );
  expect(players.index.byOwner.nearest(typed)).toEqual(expected);
});

test('fault 70: owner suggestions are at most 25', () => {
  const many = marketOf(
    ...Array.from({ length: 60 }, (_, id) => shop(id, { owner: { name: `Ada${id}`, uuid: `${id}` } })),
  );
  expect(suggestOwners(many, 'ada')).toHaveLength(25);
});
