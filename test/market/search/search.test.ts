import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { identify } from '../../../src/market/item/identity.ts';
import { labelOf } from '../../../src/market/item/label.ts';
import { resolveItem, suggestItems, typeFromName } from '../../../src/market/search/search.ts';
import { anyCodePoint } from '../../any-code-point.ts';
import { propertyRuns } from '../../property-runs.ts';
import { auction, item, loaded, marketOf, shop } from '../samples.ts';

/** Stands on: the search alone, and the CPU time of its thread. */

const sharp = identify('ENCHANTED_BOOK', '{StoredEnchantments:[{id:"sharpness",lvl:5s}]}');
const inside = item('SHULKER_BOX', { contents: [item('NETHER_STAR')] });
const items = ['SLIME_BLOCK', 'SLIME_BALL', 'DIAMOND', 'DIAMOND_AXE', 'DIAMOND_BLOCK', 'TNT'].map((type) => item(type));
const shops = [...items, item(sharp), inside].map((sold, id) => shop(id, { item: sold }));
const market = marketOf(...shops, shop(99, { item: item('PLAYER_HEAD', { name: 'Tête de joueur' }) }));

const resolved = (text: string) => {
  const answer = resolveItem(market, text);
  if (answer.kind === 'unknown') return answer.guesses.map(({ label }) => label);
  const meant = answer.choice.key ?? answer.choice.type;
  return answer.kind === 'found' ? meant : `${meant}?`;
};
const suggested = (text: string) => suggestItems(market, text).map(({ value }) => value);

describe('an item name', () => {
  test.each([
    ['slimeblock', 'SLIME_BLOCK'],
    ['SLIME_BLOCK', 'SLIME_BLOCK'],
    [' Slime-Block ', 'SLIME_BLOCK'],
    [' minecraft:slime_block', 'SLIME_BLOCK'],
    ['diamond', 'DIAMOND'],
    ['tete de joueur', 'PLAYER_HEAD'],
    ['nether star', 'NETHER_STAR'],
    ['enchanted book (sharpness v)', sharp.key],
    ['enchanted book sharpness 5', sharp.key],
    [`#${sharp.key}`, sharp.key],
    [` #${sharp.key.toUpperCase()}`, sharp.key],
  ])('typed as %j is found', (text, expected) => expect(resolved(text)).toBe(expected));

  test.each([
    ['Bottle o’ Enchanting', 'EXPERIENCE_BOTTLE'],
    ["bottle o' enchanting", 'EXPERIENCE_BOTTLE'],
    ['experience bottle', 'EXPERIENCE_BOTTLE'],
    ['jack o lantern', 'JACK_O_LANTERN'],
  ])('with special spelling is found as the game writes it and by its type: %j', (text, type) => {
    const odd = marketOf(shop(1, { item: item('EXPERIENCE_BOTTLE') }), shop(2, { item: item('JACK_O_LANTERN') }));
    expect(resolveItem(odd, text)).toMatchObject({ kind: 'found', choice: { type } });
  });

  test('in the plural finds that item before others that begin with it', () => {
    const swords = marketOf(shop(1, { item: item('DIAMOND') }), shop(2, { item: item('DIAMOND_SWORD') }));
    expect(resolveItem(swords, 'diamonds')).toMatchObject({ kind: 'found', choice: { type: 'DIAMOND' } });
  });

  test.each([
    ['slime', ['Slimeball', 'Slime Block']],
    ['slimeblkk', ['Slime Block']],
    ['tmt', []],
    ['#0123456789abcdef', []],
    ['#zz', []],
    ['', []],
    ['@#!', []],
    ['__proto__', []],
    ['no such thing at all', []],
  ])('typed as %j is unknown, with suggestions %j', (text, expected) => expect(resolved(text)).toEqual(expected));

  test('with a dotless i from a Turkish keyboard is found', () => {
    const market = marketOf(shop(1, { item: item('LIGHT_BLUE_WOOL') }), shop(2, { item: item('IRON_INGOT') }));
    for (const [typed, type] of [
      ['lıght blue', 'LIGHT_BLUE_WOOL'],
      ['LİGHT BLUE', 'LIGHT_BLUE_WOOL'],
      ['ıron ıngot', 'IRON_INGOT'],
    ] as const) {
      expect(suggestItems(market, typed)[0]?.value).toBe(type);
    }
  });

  test('given by a player to another item does not rename that item', () => {
    const renamed = item('DIRT', { name: 'Diamond' });
    const found = resolveItem(marketOf(shop(1, { item: renamed }), shop(2, { item: item('DIAMOND') })), 'diamond');
    expect(found).toMatchObject({ kind: 'found', choice: { type: 'DIAMOND' } });
  });

  test('stays searchable after its shop is gone, and after an auction alone', () => {
    const before = marketOf(shop(1, { item: item(sharp) }));
    const mending = identify('ENCHANTED_BOOK', '{StoredEnchantments:[{id:"mending",lvl:1s}]}');
    before.apply(auction(item(mending)));
    const later = loaded([], loaded([], before).market).market;
    for (const { key } of [sharp, mending])
      expect(resolveItem(later, `#${key}`)).toMatchObject({ kind: 'found', choice: { key } });
    expect(resolveItem(later, 'enchantedbook')).toMatchObject({ kind: 'found', choice: { type: 'ENCHANTED_BOOK' } });
  });
});

describe('names that players give to their items', () => {
  const STONES = ['STONE', 'DIRT', 'SAND', 'CLAY', 'MUD', 'ICE', 'SNOW', 'TNT'];
  const sold = [item('DIAMOND'), item('DIAMOND_HORSE_ARMOR'), ...STONES.map((type) => item(type))];

  /** Returns a market in which all items except diamonds carry this name, as service name and as custom name. */
  const marketOfLiars = (name: string) =>
    marketOf(
      ...sold.map((one, id) => shop(id, { item: one })),
      ...STONES.map((type, at) => shop(100 + at, { item: item(type, { name }) })),
      ...STONES.map((type, at) => shop(200 + at, { item: item(identify(type, `{display:{Name:"${name}"}}`)) })),
    );

  test.each([
    ['@everyone free diamonds', 'diamnd', 'DIAMOND'],
    ['free diamnd', 'diamnd', 'DIAMOND'],
    ['diamnd', 'diamnd', 'DIAMOND'],
    ['Diamond', 'diamond', 'DIAMOND'],
    ['diamonds', 'diamonds', 'DIAMOND'],
    ['armor', 'armor', 'DIAMOND_HORSE_ARMOR'],
    ['dia horse', 'horse dia', 'DIAMOND_HORSE_ARMOR'],
  ])('like %j never hide or outrank an item: %j finds %s', (name, typed, type) => {
    const liars = marketOfLiars(name);
    expect(suggestItems(liars, typed)[0]?.value).toBe(type);
    const answer = resolveItem(liars, typed);
    const meant = answer.kind === 'unknown' ? answer.guesses[0]?.label : answer.label;
    expect(meant).toBe(labelOf(identify(type)));
  });

  test('never fill the list before the items of that name', () => {
    const named = Array.from({ length: 60 }, (_, id) =>
      shop(1_000 + id, { item: item(identify('DIAMOND_AXE', `{display:{Name:"${id}"}}`)) }),
    );
    const values = suggestItems(marketOf(...sold.map((one, id) => shop(id, { item: one })), ...named), 'diamond');
    expect(values.slice(0, 3).map(({ value }) => value)).toEqual(['DIAMOND', 'DIAMOND_AXE', 'DIAMOND_HORSE_ARMOR']);
    expect(values).toHaveLength(25);
  });

  test('never change the suggestions found without them', () => {
    const honest = marketOf(...sold.map((one, id) => shop(id, { item: one })));
    const words = fc.constantFrom('diamond', 'diamnd', 'Diamond Horse Armor', 'sand', 'sn', 'tnt', 'free', 'armor dia');
    const text = fc.oneof(words, fc.string({ maxLength: 12 }));
    fc.assert(
      fc.property(text, text, (name, typed) => {
        fc.pre(/[\p{L}\p{N}]/u.test(typed) && !/["\\]/.test(name));
        const usual = suggestItems(honest, typed).map(({ value }) => value);
        const values = suggestItems(marketOfLiars(name), typed).map(({ value }) => value);
        expect(values.slice(0, usual.length)).toEqual(usual);
      }),
    );
  });

  test('are not resolved if several items share the name', () => {
    expect(resolveItem(marketOfLiars('Excalibur'), 'excalibur')).toMatchObject({ kind: 'unknown', isSlip: false });
  });
});

test('among misspellings the closest comes first, and misspelled words of variants match too', () => {
  const near = marketOf(...['DIAMOND', 'DIAMONDE'].map((type, id) => shop(id, { item: item(type) })));
  expect(suggestItems(near, 'diamonnde').map(({ value }) => value)).toEqual(['DIAMONDE', 'DIAMOND']);
  expect(resolved('enchantd book sharpness v')).toBe(`${sharp.key}?`);
});

test.each([
  ['Netherite Ingot', 'NETHERITE_INGOT'],
  ['netherite_ingot', 'NETHERITE_INGOT'],
  [' minecraft:netherite-ingot ', 'NETHERITE_INGOT'],
  ['Jack o’Lantern', 'JACK_O_LANTERN'],
  ['Trident', 'TRIDENT'],
  ['music disc 11', 'MUSIC_DISC_11'],
  ['5', null],
  ['@everyone **', null],
  ['#0123456789abcdef', null],
  ['Tête de joueur', null],
  ['Eye of Ender', 'ENDER_EYE'],
  ['', null],
  ['x'.repeat(65), null],
])('%j, an item without a shop so far, maps to the type %s', (text, type) => expect(typeFromName(text)).toBe(type));

describe('suggestions', () => {
  test('rank equal names first, then prefixes, then other matches, and short ones before long ones', () => {
    expect(suggested('diamond')).toEqual(['DIAMOND', 'DIAMOND_AXE', 'DIAMOND_BLOCK']);
    expect(suggested('block')).toEqual(['DIAMOND_BLOCK', 'SLIME_BLOCK']);
    expect(suggested('axe diam')).toEqual(['DIAMOND_AXE']);
  });

  test('name variants by their traits, with a value that resolves to them', () => {
    expect(suggestItems(market, 'sharp')).toMatchObject([
      { name: 'Enchanted Book (Sharpness V)', value: `#${sharp.key}` },
    ]);
    expect(suggested('book')).toEqual(['ENCHANTED_BOOK', `#${sharp.key}`]);
  });

  test('rank items by sellers before label length, but never before a closer name', () => {
    const books = [10, 11, 12].map((id) => shop(id, { item: item(sharp) }));
    const axes = [20, 21].map((id) => shop(id, { item: item('SHARP_AXE') }));
    const sold = marketOf(...books, ...axes, shop(30, { item: item('SHARP_A') }), shop(31, { item: item('RESHARP') }));
    expect(suggestItems(sold, 'sharp').map(({ value }) => value)).toEqual([
      `#${sharp.key}`,
      'SHARP_AXE',
      'SHARP_A',
      'RESHARP',
    ]);
    expect(suggestItems(sold, 'sharp a')[0]?.value).toBe('SHARP_A');
  });

  test('for an empty text are the types with most sellers', () => {
    const many = marketOf(
      ...[1, 2].map((id) => shop(id)),
      shop(3, { item: item('DIRT') }),
      shop(4, { item: item('DIRT') }),
      shop(5, { item: item('DIRT') }),
    );
    expect(suggestItems(many, ' ').map(({ value }) => value)).toEqual(['DIRT', 'SLIME_BLOCK']);
  });

  test('fault 70: stay within Discord’s limits of 25 choices and 100 characters for any names and text', () => {
    const name = `{display:{Name:"${'🧱'.repeat(60)}"}}`;
    const long = Array.from({ length: 60 }, (_, id) => shop(id, { item: item(identify(`BRICK_${id}`, name)) }));
    const tooLong = shop(99, { item: item(`BRICK_${'X'.repeat(120)}`) });
    const bricks = marketOf(...long, tooLong);
    fc.assert(
      fc.property(fc.oneof(fc.constantFrom('brick', ''), fc.string({ unit: anyCodePoint })), (text) => {
        const choices = suggestItems(bricks, text);
        expect(choices.length).toBeLessThanOrEqual(25);
        for (const { name: shown, value } of choices) {
          expect([shown.length <= 100, shown.isWellFormed(), value.length <= 100, shown !== '']).toEqual(
            Array(4).fill(true),
          );
        }
      }),
      { numRuns: propertyRuns(1 / 4) },
    );
    expect(suggestItems(bricks, 'brick')).toHaveLength(25);
  });

  test('resolve to the items that they stand for', () => {
    for (const { value } of suggestItems(market, '')) expect(resolved(value)).toBe(value);
    expect(suggestItems(market, 'e').length).toBeGreaterThan(3);
  });
});

test('fault 72: a text crafted to be slow costs no more CPU time than any other', () => {
  const word = (at: number) => `${'A'.repeat(20 + (at % 15))}_${at}`;
  const tnt = (level: number) => identify('TNT', `{Enchantments:[{id:"${'ab'.repeat(9)}",lvl:${level}s}]}`);
  const sold = [
    ...Array.from({ length: 3_000 }, (_, at) => item(word(at))),
    ...Array.from({ length: 5_000 }, (_, level) => item(tnt(level + 1))),
  ];
  const huge = marketOf(...sold.map((one, id) => shop(id, { item: one })));
  for (const slow of [
    'a'.repeat(1_000_000),
    'ab'.repeat(20),
    'a '.repeat(500_000),
    'ﷺ'.repeat(5_000),
    `${'a'.repeat(36)}bb`,
    `tnt${'ab'.repeat(9)}12x45`,
    'a'.repeat(24),
    Array.from({ length: 8 }, (_, at) => `${'a'.repeat(9 + at)}s`).join(' '),
    Array.from({ length: 8 }, (_, at) => `aaa${'abcdefgh'[at]}ves`).join(' '),
  ]) {
    for (const search of [resolveItem, suggestItems]) {
      // One of three runs is enough, because the first may run uncompiled code.
      const isQuick = [1, 2, 3].some(() => cpuMs(() => search(huge, slow)) < 50);
      expect(isQuick, slow.slice(0, 20)).toBe(true);
    }
  }
});

/** Returns the CPU time of this thread, so that other load on the machine does not matter. */
function cpuMs(work: () => unknown): number {
  const before = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1_000;
}
