import { describe, expect, test } from 'vitest';
import { ENGLISH_NAMES } from '../../../src/market/item/english-names.ts';
import { identify } from '../../../src/market/item/identity.ts';
import type { Market } from '../../../src/market/market.ts';
import { NICKNAMES } from '../../../src/market/search/nicknames.ts';
import { resolveItem, suggestItems, typeFromName } from '../../../src/market/search/search.ts';
import { searchText } from '../../../src/market/search/search-text.ts';
import { item, marketOf, shop } from '../samples.ts';

const marketWith = (...types: string[]) => marketOf(...types.map((type, id) => shop(id, { item: item(type) })));
const suggested = (market: Market, text: string, language?: string) =>
  suggestItems(market, text, 25, language).map(({ value }) => value);

describe('nicknames', () => {
  const real = [
    'GOLDEN_APPLE',
    'EXPERIENCE_BOTTLE',
    'OBSIDIAN',
    'ENDER_PEARL',
    'ENDER_CHEST',
    'SHULKER_BOX',
    'DIAMOND',
  ];
  const market = marketWith(...real, 'DIAMOND_SWORD', 'EXPOSED_COPPER', 'ENCHANTED_GOLDEN_APPLE', 'SHULKER_SHELL');

  test.each([
    ['gapple', 'GOLDEN_APPLE'],
    ['gapples', 'GOLDEN_APPLE'],
    ['god apple', 'ENCHANTED_GOLDEN_APPLE'],
    ['xp', 'EXPERIENCE_BOTTLE'],
    ['xp bottles', 'EXPERIENCE_BOTTLE'],
    ['obby', 'OBSIDIAN'],
    ['epearl', 'ENDER_PEARL'],
    ['E-Chest', 'ENDER_CHEST'],
    ['dia', 'DIAMOND'],
    ['xp flasche', 'EXPERIENCE_BOTTLE'],
  ])('find the item: %j is %s', (text, type) => {
    expect(resolveItem(market, text)).toMatchObject({ kind: 'found', by: 'item', choice: { type } });
    expect(suggested(market, text)[0]).toBe(type);
  });

  test('never hide a real item of that name', () => {
    const both = marketWith('ENDER_PEARL', 'PEARL', 'PEARL_BLOCK', 'SHULKER_BOX', 'SHULKER');
    expect(resolveItem(both, 'pearl')).toMatchObject({ choice: { type: 'PEARL' } });
    expect(suggested(both, 'pearl')[0]).toBe('PEARL');
    expect(resolveItem(both, 'shulker')).toMatchObject({ choice: { type: 'SHULKER' } });
  });

  test('name the type of an item that is not in the catalogue', () =>
    expect(typeFromName('gapple')).toBe('GOLDEN_APPLE'));

  test('number about forty in English, each unique and distinct from the English names of other items', () => {
    const all = Object.values(NICKNAMES).flatMap((types) =>
      Object.entries(types).flatMap(([type, names]) => names.map((name) => ({ type, name: searchText(name).compact }))),
    );
    expect(Object.keys(NICKNAMES.en ?? {}).length).toBeGreaterThanOrEqual(40);
    const owners = new Map<string, Set<string>>();
    for (const { type, name } of all) owners.set(name, (owners.get(name) ?? new Set()).add(type));
    expect([...owners].filter(([, types]) => types.size > 1)).toEqual([]);
    const labels = new Map([...ENGLISH_NAMES].map(([type, label]) => [searchText(label).compact, type]));
    expect(all.filter(({ type, name }) => (labels.get(name) ?? type) !== type)).toEqual([]);
  });
});

describe('texts that players often type', () => {
  const book = (id: string, lvl: number) =>
    item(identify('ENCHANTED_BOOK', `{StoredEnchantments:[{id:"minecraft:${id}",lvl:${lvl}s}]}`));
  const tool = (type: string, id: string, lvl: number) =>
    item(identify(type, `{Enchantments:[{id:"minecraft:${id}",lvl:${lvl}s}]}`));
  const goods = [
    ...['NETHERITE_PICKAXE', 'GOLDEN_APPLE', 'ENCHANTED_GOLDEN_APPLE', 'BOOK', 'REDSTONE', 'REDSTONE_LAMP'].map((t) =>
      item(t),
    ),
    ...['REDSTONE_TORCH', 'RED_BED', 'BLUE_BED'].map((type) => item(type)),
    ...[book('efficiency', 5), book('unbreaking', 3), book('unbreaking', 1), tool('IRON_AXE', 'unbreaking', 3)],
    tool('NETHERITE_PICKAXE', 'efficiency', 5),
  ];
  const market = marketOf(...goods.map((one, id) => shop(id, { item: one })));
  const guessesFor = (text: string) => {
    const found = resolveItem(market, text);
    return found.kind === 'unknown' ? found.guesses.map(({ label }) => label) : [];
  };

  test('with an enchantment and its level in one word suggest the book first', () => {
    expect(suggestItems(market, 'eff5')[0]?.name).toBe('Enchanted Book (Efficiency V)');
  });

  test('suggest an item that begins with the text, although another is within a typo', () => {
    expect(guessesFor('redston')[0]).toBe('Redstone Dust');
    expect(guessesFor('unbreaking').slice(0, 2).sort()).toEqual([
      'Enchanted Book (Unbreaking I)',
      'Enchanted Book (Unbreaking III)',
    ]);
  });

  test('select a type as clear guess if all other matches are its variants', () => {
    expect(resolveItem(market, 'netherite pick')).toMatchObject({
      kind: 'guessed',
      isSlip: false,
      choice: { type: 'NETHERITE_PICKAXE' },
    });
    expect(guessesFor('bed')).toHaveLength(2);
  });

  test('with a nickname of three letters find the item, and an exact name comes first', () => {
    expect(resolveItem(market, 'gaps')).toMatchObject({ kind: 'found', choice: { type: 'GOLDEN_APPLE' } });
    expect(resolveItem(market, 'book')).toMatchObject({ kind: 'found', choice: { type: 'BOOK' } });
  });
});
