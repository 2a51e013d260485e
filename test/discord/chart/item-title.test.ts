import { expect, test } from 'vitest';
import { chartOf } from '../../../commands/price/answer.ts';
import { GameNames } from '../../../src/item-names/item-names.ts';
import { ENGLISH } from '../../../src/language/english.ts';
import { Language } from '../../../src/language/language.ts';
import { identify } from '../../../src/market/item/identity.ts';
import { item, marketOf, shop } from '../../market/samples.ts';

const FACTS = { now: 1_000, since: 0, points: [], mixed: null, asks: [], outages: [], knownSince: null };

test.each([
  ['Schleimblock', 'Schleimblock'],
  ['𐌰𐌱', 'Slime Block'],
])('a chart of an item named %s has the title %s in its picture, and its name in the description', (name, drawn) => {
  const names = new GameNames({ 'block.minecraft.slime_block': name });
  const language = new Language('de', (key) => ENGLISH[key], String, names);
  const chart = chartOf({ type: 'SLIME_BLOCK', label: 'Slime Block' }, FACTS, null, null, language);
  expect(chart).toMatchObject({ title: name, kindName: drawn });
});

test('the chart of a variant is titled with its traits, without names typed by players', () => {
  const { type, variant } = identify('ENCHANTED_BOOK', '{stored_enchantments:{"minecraft:mending":1}}');
  const book = { key: 'a'.repeat(16), type, variant: variant && { ...variant, customName: 'Adas' } };
  const market = marketOf(shop(1, { item: item(book) }));
  const language = new Language('en', (key) => ENGLISH[key], String);
  const headed = (of: typeof market | null) =>
    chartOf({ type: book.type, key: book.key }, FACTS, null, of, language).kindName;
  expect([headed(market), headed(null)]).toEqual(['Enchanted Book (Mending)', 'Enchanted Book']);
});
