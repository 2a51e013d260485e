import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { identify } from '../../../src/market/item/identity.ts';
import { itemName } from '../../../src/market/item/item-name.ts';
import type { Market } from '../../../src/market/market.ts';
import { findCurrentSellers } from '../../../src/market/search/current-sellers.ts';
import { findOffers } from '../../../src/market/search/offers.ts';
import { resolveItem, suggestItems } from '../../../src/market/search/search.ts';
import { loadMarket } from '../../../src/market/shops/load.ts';
import { propertyRuns } from '../../property-runs.ts';
import { atOnce, item, loaded, marketOf, shop, trade } from '../samples.ts';

const marketWith = (...types: string[]) => marketOf(...types.map((type, id) => shop(id, { item: item(type) })));
const suggested = (market: Market, text: string, language?: string) =>
  suggestItems(market, text, 25, language).map(({ value }) => value);

const TYPES = [
  ...[
    'REDSTONE',
    'LAPIS_LAZULI',
    'SLIME_BLOCK',
    'EXPERIENCE_BOTTLE',
    'ENDER_EYE',
    'QUARTZ',
    'NETHERITE_INGOT',
    'GLASS',
  ],
  ...['GRASS_BLOCK', 'OAK_PLANKS', 'SWEET_BERRIES', 'BOOKSHELF', 'DIAMOND_SWORD', 'WHEAT', 'HAY_BLOCK', 'COMPARATOR'],
];

describe('a typo', () => {
  const market = marketWith(...TYPES);

  test.each([
    ['redstne', 'REDSTONE'],
    ['lapiz', 'LAPIS_LAZULI'],
    ['lapis lazulli', 'LAPIS_LAZULI'],
    ['expereince bottle', 'EXPERIENCE_BOTTLE'],
    ['experiance', 'EXPERIENCE_BOTTLE'],
    ['dimond', 'DIAMOND_SWORD'],
    ['dimond sword', 'DIAMOND_SWORD'],
    ['quarz', 'QUARTZ'],
  ])('in a type or a label still suggests the item: %j finds %s', (text, type) => {
    expect(suggested(market, text)[0]).toBe(type);
  });

  test('in any letter of a word of at least five letters still finds the item', () => {
    const words = TYPES.flatMap((type) =>
      [type.replaceAll('_', ' '), itemName(type)]
        .flatMap((name) => name.toLowerCase().match(/[a-z]{5,}/g) ?? [])
        .map((word) => ({ type, word })),
    );
    const slip = fc.record({
      of: fc.constantFrom(...words),
      at: fc.nat(14),
      way: fc.constantFrom('delete', 'swap', 'replace', 'insert'),
      letter: fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz'),
    });
    fc.assert(
      fc.property(slip, ({ of: { type, word }, at: drawn, way, letter }) => {
        const at = drawn % (way === 'swap' ? word.length - 1 : word.length);
        const [before, here, after] = [word.slice(0, at), word[at] ?? '', word.slice(at + 1)];
        const slipped = {
          delete: `${before}${after}`,
          swap: `${before}${after[0]}${here}${after.slice(1)}`,
          replace: `${before}${letter}${after}`,
          insert: `${before}${letter}${here}${after}`,
        }[way];
        expect(suggested(market, slipped), slipped).toContain(type);
      }),
      { numRuns: propertyRuns() },
    );
  });

  test.each(['redstne', 'redstonedist', 'lapiz', 'quarz', 'gaple'])(
    'with one wrong letter is a clear guess: %j',
    (text) => {
      expect(resolveItem(marketWith(...TYPES, 'GOLDEN_APPLE'), text)).toMatchObject({ kind: 'guessed', isSlip: true });
    },
  );

  test('between two items is ambiguous, and both are suggested', () => {
    const lamps = marketWith('SAND_LAMP', 'LAND_LAMP', 'STONE');
    const found = resolveItem(lamps, 'zand lamp');
    expect(found).toMatchObject({ kind: 'unknown', isSlip: true });
    expect(found.kind === 'unknown' && found.guesses.map(({ label }) => label)).toEqual(['Land Lamp', 'Sand Lamp']);
  });

  test('in a translated name resolves only for readers of that language', () => {
    const snapshot = { takenAt: 1_000, shops: [shop(1, { item: item('STONE') })] };
    const named = atOnce(loadMarket(null, snapshot, () => ['Stein'])).market;
    const german = { language: 'de', nameOf: (type: string) => (type === 'STONE' ? 'Stein' : null) };
    expect(resolveItem(named, 'stenin', german)).toMatchObject({ kind: 'guessed', choice: { type: 'STONE' } });
    expect(resolveItem(named, 'stenin')).toMatchObject({ kind: 'unknown', guesses: [{ choice: { type: 'STONE' } }] });
  });
});

describe('plurals', () => {
  test.each([
    ['diamonds swords', 'DIAMOND_SWORD'],
    ['diamond swords', 'DIAMOND_SWORD'],
    ['music discs 11', 'MUSIC_DISC_11'],
    ['oak plank', 'OAK_PLANKS'],
    ['oak planks', 'OAK_PLANKS'],
    ['shulkers boxes', 'SHULKER_BOX'],
    ['bookshelves', 'BOOKSHELF'],
    ['sweet berry', 'SWEET_BERRIES'],
    ['oak leaf', 'OAK_LEAVES'],
    ['torches', 'TORCH'],
    ['diamonds axes', 'DIAMOND_AXE'],
  ])('in any of the words find the item: %j is %s', (text, type) => {
    const types = ['DIAMOND_SWORD', 'MUSIC_DISC_11', 'OAK_PLANKS', 'SHULKER_BOX', 'BOOKSHELF', 'SWEET_BERRIES'];
    const market = marketWith(...types, 'OAK_LEAVES', 'TORCH', 'DIAMOND_AXE', 'DIAMOND', 'OAK_SLAB');
    expect(resolveItem(market, text)).toMatchObject({ choice: { type } });
    expect(suggested(market, text)[0]).toBe(type);
  });

  test.each([
    ['de', 'Diamantschwerter', 'Diamantschwert'],
    ['de', 'Bücherregale', 'Bücherregal'],
    ['fr', 'épées en diamant', 'Épée en diamant'],
    ['fr', 'seaux', 'Seau'],
    ['es-ES', 'espadas de diamante', 'Espada de diamante'],
    ['pt-BR', 'poções', 'Poção'],
    ['it', 'spade di diamante', 'Spada di diamante'],
    ['nl', 'slijmblokken', 'Slijmblok'],
    ['pl', 'diamentowe miecze', 'Diamentowy miecz'],
    ['ru', 'алмазные мечи', 'Алмазный меч'],
    ['uk', 'діамантові мечі', 'Діамантовий меч'],
    ['tr', 'elmas kılıçlar', 'Elmas kılıç'],
    ['ko', '검들', '검'],
  ])('in the reader’s language (%s) find the translated name: %j finds %j', (language, text, name) => {
    const snapshot = { takenAt: 1_000, shops: [shop(1, { item: item('X_THING') }), shop(2, { item: item('DIRT') })] };
    const named = atOnce(loadMarket(null, snapshot, (type) => (type === 'X_THING' ? [name] : []))).market;
    expect(suggested(named, text, language)).toEqual(['X_THING']);
  });
});

describe('the order of suggestions', () => {
  const enchanted = (type: string, id: string) => identify(type, `{Enchantments:[{id:${id},lvl:1}]}`);
  const book = identify('ENCHANTED_BOOK', '{StoredEnchantments:[{id:mending,lvl:1}]}');

  test.each(['mending', 'mend', 'mending 1'])(
    'puts the book of an enchantment before tools that more shops sell: %j',
    (text) => {
      const picks = [1, 2, 3].map((id) => shop(id, { item: item(enchanted('DIAMOND_PICKAXE', 'mending')) }));
      const market = marketOf(...picks, shop(9, { item: item(book) }));
      expect(suggested(market, text)[0]).toBe(`#${book.key}`);
    },
  );

  test('counts shops, so that a box of 27 helmets counts once', () => {
    const helmet = item('IRON_HELMET');
    const box = item('SHULKER_BOX', { contents: Array.from({ length: 27 }, () => helmet) });
    const hoes = [1, 2].map((id) => shop(id, { item: item('IRON_HOE_OLD') }));
    const market = marketOf(shop(9, { item: box }), ...hoes);
    expect(suggested(market, 'iron')).toEqual(['IRON_HOE_OLD', 'IRON_HELMET']);
    expect(findCurrentSellers(market, { type: 'IRON_HELMET' })).toMatchObject({
      ...{ shops: 1, cheapest: { shop: { id: 9 }, match: { held: 27 } } },
    });
  });

  test('puts items without a current seller last', () => {
    const empty = shop(1, { item: item('OAK_LOG'), remaining: 0 });
    const bid = shop(2, { item: item('OAK_SIGN'), side: 'bid' });
    const market = marketOf(
      empty,
      bid,
      shop(3, { item: item('STRIPPED_DARK_OAK_LOG') }),
      shop(4, { item: item('SOAK_X') }),
    );
    expect(suggested(market, 'oak')).toEqual(['STRIPPED_DARK_OAK_LOG', 'SOAK_X', 'OAK_LOG', 'OAK_SIGN']);
    expect(suggested(market, 'oak log')[0]).toBe('OAK_LOG');
  });
});

test('the seller counts of suggestions equal the results of /shop, also after sales', () => {
  const goods = fc.constantFrom('DIRT', 'STONE', 'CLAY');
  const enchantment = fc.constantFrom('', '{Enchantments:[{id:mending,lvl:1}]}', '{Enchantments:[{id:smite,lvl:2}]}');
  const plain = fc.tuple(goods, enchantment).map(([type, snbt]) => item(identify(type, snbt)));
  const box = fc.array(plain, { maxLength: 4 }).map((contents) => item('CHEST', { contents }));
  const drawn = fc.record({
    item: fc.oneof(plain, box),
    side: fc.constantFrom('ask' as const, 'ask' as const, 'bid' as const, null),
    remaining: fc.nat(3),
  });
  const snapshots = fc.array(fc.array(drawn, { maxLength: 12 }), { minLength: 1, maxLength: 3 });
  fc.assert(
    fc.property(snapshots, fc.array(fc.nat(11), { maxLength: 8 }), (all, bought) => {
      let market: Market | null = null;
      for (const [at, drawnShops] of all.entries()) {
        const shops = drawnShops.map((more, id) => shop(id, { ...more, location: { x: id, y: 64, z: 0, world: 'w' } }));
        market = loaded(shops, market, 1_000 * (at + 1)).market;
      }
      if (market === null) return;
      for (const id of bought) {
        const one = market.shop(id);
        if (one !== undefined) market.apply(trade({ item: one.item, location: one.location, moved: 1 }));
      }
      for (const { value, choice } of suggestItems(market, '')) {
        expect([value, market.sellersOf(choice)]).toEqual([value, listed(market, choice)]);
      }
      for (const { choice } of suggestItems(market, 'i')) expect(market.sellersOf(choice)).toBe(listed(market, choice));
      for (const { choice } of market.catalogue.variants) expect(market.sellersOf(choice)).toBe(listed(market, choice));
    }),
    { numRuns: propertyRuns(1 / 4) },
  );
});

function listed(market: Market, choice: { readonly type: string; readonly key?: string }): number {
  const query = { side: 'buy', sort: 'price', outOfStock: false } as const;
  return atOnce(findOffers(market, { ...query, filter: { item: choice, containers: true } })).total;
}
