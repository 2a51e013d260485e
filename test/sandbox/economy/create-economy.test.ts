import { expect, test } from 'vitest';
import { CATALOGUE } from '../../../sandbox/economy/catalogue.ts';
import { createEconomy } from '../../../sandbox/economy/create-economy.ts';
import type { Item, Shop } from '../../../sandbox/economy/domain.ts';
import { HOSTILE_NAMES } from '../../../sandbox/economy/hostile-names.ts';

const market = createEconomy({ seed: 7, shops: 20_000 }).shops();

test('the same seed gives the same market and events, another seed different ones', () => {
  const lives = [3, 3, 4].map((seed) => {
    const economy = createEconomy({ seed, shops: 500, now: () => 0 });
    const emitted: unknown[] = [];
    economy.onEvent((event) => emitted.push(event));
    for (let step = 0; step < 200; step++) economy.step();
    return JSON.stringify([economy.shops(), economy.bannedPaintings(), emitted]);
  });
  expect(lives[0]).toBe(lives[1]);
  expect(lives[0]).not.toBe(lives[2]);
});

test('a market has several hundred item types, many owners and worlds, and unique ids', () => {
  expect(CATALOGUE.length).toBeGreaterThan(500);
  expect(new Set(CATALOGUE.map(({ type }) => type)).size).toBe(CATALOGUE.length);
  for (const { type } of CATALOGUE) expect(type).toMatch(/^[A-Z][A-Z0-9_]*$/);
  expect(new Set(market.map(({ owner }) => owner.uuid)).size).toBeGreaterThan(300);
  expect(new Set(market.map(({ location }) => location.world)).size).toBeGreaterThan(4);
  expect(new Set(market.map(({ id }) => id)).size).toBe(market.length);
});

test('a market has every kind of shop: asks, some bids, frozen, empty, nameless and free', () => {
  const some = (fits: (shop: Shop) => boolean) => market.filter(fits).length;
  expect(some(({ type }) => type === 'SELLING')).toBeGreaterThan(0.9 * market.length);
  expect(some(({ type }) => type === 'BUYING')).toBeGreaterThan(500);
  expect(some(({ type }) => type === 'FROZEN')).toBeGreaterThan(40);
  expect(some(({ remaining }) => remaining === 0)).toBeGreaterThan(1_000);
  expect(some(({ owner }) => owner.name === null)).toBeGreaterThan(40);
  expect(some(({ price }) => price === 0)).toBeGreaterThan(2);
});

test('bundles and prices are realistic: mostly several items for whole diamonds, under one each', () => {
  const share = (fits: (shop: Shop) => boolean) => market.filter(fits).length / market.length;
  expect(share(({ item }) => item.quantity > 1)).toBeCloseTo(0.6, 1);
  expect(share(({ item }) => item.quantity === 64)).toBeGreaterThan(0.1);
  expect(share(({ item, price }) => price / item.quantity < 1)).toBeCloseTo(0.6, 1);
  expect(share(({ item, price }) => price / item.quantity < 0.01)).toBeGreaterThan(0.02);
  expect(share(({ price }) => !Number.isInteger(price))).toBeGreaterThan(0.005);
  expect(share(({ price }) => !Number.isInteger(price))).toBeLessThan(0.03);
});

test('one or two places in a hundred have two shops', () => {
  const places = Map.groupBy(market, ({ location: { x, y, z, world } }) => `${x} ${y} ${z} ${world}`);
  const shared = [...places.values()].filter(({ length }) => length > 1);
  expect(shared.length / places.size).toBeGreaterThan(0.01);
  expect(shared.length / places.size).toBeLessThan(0.02);
});

test('events have the kinds of items of a live service in similar proportions', () => {
  const economy = createEconomy({ seed: 11, shops: 4_600, now: () => 0 });
  const items: Item[] = [];
  economy.onEvent((event) => items.push(event.kind === 'auction' ? event.item : event.shop.item));
  while (items.length < 4_000) economy.step();
  const share = (fits: (item: Item) => boolean) => items.filter(fits).length / items.length;
  const isNoContainer = (item: Item) => item.childItems === undefined;
  const counts: readonly (readonly [of1190: number, fits: (item: Item) => boolean])[] = [
    [66, ({ type, snbt }) => type === 'PAINTING' && snbt.includes('canvas_pixels')],
    [51, ({ snbt }) => snbt.includes('camerapture:picture_data')],
    [248, (item) => isNoContainer(item) && /nchantments"?:/.test(item.snbt)],
    [90, (item) => !isNoContainer(item)],
    [37, ({ snbt }) => snbt.startsWith('{"minecraft:custom_model_data":{strings:["realm_discs:')],
  ];
  for (const [of1190, fits] of counts) {
    expect(share(fits)).toBeGreaterThan((0.7 * of1190) / 1_190);
    expect(share(fits)).toBeLessThan((1.4 * of1190) / 1_190);
  }
  for (const shape of [
    /diamond_signatures/,
    /flight_duration:[23]b/,
    /ominous_bottle_amplifier/,
    /written_book_content/,
    /axolotl\/variant/,
    /minecraft:profile/,
    /"minecraft:damage":\d/,
  ])
    expect(share(({ snbt }) => shape.test(snbt))).toBeGreaterThan(0.001);
});

test('the quantity of an auctioned item can differ from the number sold', () => {
  const economy = createEconomy({ seed: 11, shops: 10 });
  const lots = Array.from({ length: 400 }, () => economy.makeLot());
  expect(lots.filter(({ item, amount }) => item.quantity !== amount).length).toBeGreaterThan(20);
});

test('containers are empty, uniform, mixed with gaps, or nested', () => {
  const contents = market.flatMap(({ item }) => (item.childItems ? [item.childItems] : []));
  const kinds = (slots: readonly (Item | null)[]) => new Set(slots.map((slot) => slot && slot.type + slot.snbt)).size;
  expect(contents.some((slots) => slots.length === 0)).toBe(true);
  expect(contents.some((slots) => slots.length > 1 && kinds(slots) === 1 && slots[0] !== null)).toBe(true);
  expect(contents.some((slots) => kinds(slots) > 2 && slots.includes(null))).toBe(true);
  expect(contents.some((slots) => slots.some((slot) => slot?.childItems))).toBe(true);
  for (const { item } of market.filter((shop) => shop.item.childItems)) {
    expect(item.type).toMatch(/SHULKER_BOX$|BUNDLE$|^BARREL$|^CHEST$/);
  }
});

test('item data is in the game’s current format, and some in older ones', () => {
  const texts = market.map(({ item }) => item.snbt).join('\n');
  for (const shape of [
    /^\{"minecraft:enchantments":\{"minecraft:\w+":\d/m,
    /^\{"minecraft:stored_enchantments":\{"minecraft:\w+":\d/m,
    /^\{"minecraft:potion_contents":\{potion:"minecraft:/m,
    /^\{Enchantments:\[\{id:"minecraft:\w+",lvl:\ds\}/m,
    /^\{StoredEnchantments:\[/m,
    /Count:1b,tag:\{StoredEnchantments/,
    /"minecraft:stored_enchantments":\{levels:\{/,
    /^\{Potion:"minecraft:/m,
    /"minecraft:lore":\[/,
  ]) {
    expect(texts).toMatch(shape);
  }
  expect(market.filter(({ item }) => item.snbt === '{}').length).toBeGreaterThan(market.length / 2);
});

test('even a small market has every hostile name, as owners and as items', () => {
  const small = createEconomy({ seed: 1, shops: 4_000 }).shops();
  const owners = new Set(small.map(({ owner }) => owner.name));
  const things = new Set(small.map(({ item }) => item.name));
  expect(HOSTILE_NAMES.filter((name) => !things.has(name))).toEqual([]);
  expect(HOSTILE_NAMES.filter((name) => owners.has(name)).length).toBeGreaterThan(10);
});

test('a market with later hostile names starts with ordinary ones, and then has all of them', () => {
  const economy = createEconomy({ seed: 1, shops: 2_000, hostileNames: 'later' });
  const hostileShops = () =>
    economy
      .shops()
      .flatMap(({ owner, item, location }) => [owner.name ?? 'nobody', item.name, location.world])
      .filter((name) => HOSTILE_NAMES.includes(name));
  expect(hostileShops()).toEqual([]);
  for (let opened = 0; opened < 16 * HOSTILE_NAMES.length; opened++) economy.list();
  expect(HOSTILE_NAMES.filter((name) => !hostileShops().includes(name))).toEqual([]);
});
