import { expect, test } from 'vitest';
import { CATALOGUE } from '../../../src/sandbox/economy/catalogue.ts';
import { createEconomy } from '../../../src/sandbox/economy/create-economy.ts';
import type { Item, Shop } from '../../../src/sandbox/economy/domain.ts';
import { HOSTILE_NAMES } from '../../../src/sandbox/economy/hostile-names.ts';

const market = createEconomy({ seed: 7, shops: 20_000 }).shops();

test('the same seed founds the same market and lives the same life, another seed another', () => {
  const lives = [3, 3, 4].map((seed) => {
    const economy = createEconomy({ seed, shops: 500, now: () => 0 });
    const told: unknown[] = [];
    economy.onEvent((event) => told.push(event));
    for (let step = 0; step < 200; step++) economy.step();
    return JSON.stringify([economy.shops(), economy.bannedPaintings(), told]);
  });
  expect(lives[0]).toBe(lives[1]);
  expect(lives[0]).not.toBe(lives[2]);
});

test('a market has several hundred item types, many owners and worlds, and ids of their own', () => {
  expect(CATALOGUE.length).toBeGreaterThan(500);
  expect(new Set(CATALOGUE.map(({ type }) => type)).size).toBe(CATALOGUE.length);
  for (const { type } of CATALOGUE) expect(type).toMatch(/^[A-Z][A-Z0-9_]*$/);
  expect(new Set(market.map(({ owner }) => owner.uuid)).size).toBeGreaterThan(300);
  expect(new Set(market.map(({ location }) => location.world)).size).toBeGreaterThan(4);
  expect(new Set(market.map(({ id }) => id)).size).toBe(market.length);
});

test('a market has shops of every sort: asks, bids, unknown types, empty ones, gifts, several at one place', () => {
  const some = (fits: (shop: Shop) => boolean) => market.filter(fits).length;
  expect(some(({ type }) => type === 'SELLING')).toBeGreaterThan(10_000);
  expect(some(({ type }) => type === 'BUYING')).toBeGreaterThan(1_000);
  expect(some(({ type }) => type !== 'SELLING' && type !== 'BUYING')).toBeGreaterThan(5);
  expect(some(({ remaining }) => remaining === 0)).toBeGreaterThan(1_000);
  expect(some(({ price }) => price === 0)).toBeGreaterThan(2);
  const places = new Set(market.map(({ location: { x, y, z, world } }) => `${x} ${y} ${z} ${world}`));
  expect(places.size).toBeLessThan(market.length);
  const isCount = (count: number) => Number.isSafeInteger(count) && count >= 0;
  expect(market.filter(({ price, remaining, item }) => ![price, remaining, item.quantity].every(isCount))).toEqual([]);
});

test('containers come empty, uniform, mixed with gaps, and nested', () => {
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

test('item data comes in the shapes of several game versions', () => {
  const texts = market.map(({ item }) => item.snbt).join('\n');
  for (const shape of [
    /\{Enchantments:\[\{id:"minecraft:\w+",lvl:\ds\}/,
    /\{StoredEnchantments:\[/,
    /Count:1b,tag:\{StoredEnchantments/,
    /"minecraft:stored_enchantments":\{levels:\{/,
    /"minecraft:enchantments":\{"minecraft:\w+":\d/,
    /\{Potion:"minecraft:/,
    /"minecraft:potion_contents":\{potion:"minecraft:/,
    /PublicBukkitValues:\{"paintings:canvas":"[0-9a-f-]{36}_\d+"/,
    /canvas:\{meta:\{id:"[0-9a-f-]{36}_\d+"/,
    /"minecraft:lore":\[/,
  ]) {
    expect(texts).toMatch(shape);
  }
  expect(market.filter(({ item }) => item.snbt === '{}').length).toBeGreaterThan(market.length / 2);
});

test('even a small market has every hostile name, of owners and of things', () => {
  const small = createEconomy({ seed: 1, shops: 4_000 }).shops();
  const owners = new Set(small.map(({ owner }) => owner.name));
  const things = new Set(small.map(({ item }) => item.name));
  expect(HOSTILE_NAMES.filter((name) => !things.has(name))).toEqual([]);
  expect(HOSTILE_NAMES.filter((name) => owners.has(name)).length).toBeGreaterThan(10);
});
