import { beforeEach, expect, test } from 'vitest';
import { createEconomy } from '../../../sandbox/economy/create-economy.ts';
import type { EconomyEvent } from '../../../sandbox/economy/domain.ts';
import type { Economy } from '../../../sandbox/economy/economy.ts';

let economy: Economy;
let emitted: EconomyEvent[];

beforeEach(() => {
  economy = createEconomy({ seed: 1, shops: 50, now: () => 1_000 });
  emitted = [];
  economy.onEvent((event) => emitted.push(event));
});

test('a purchase lowers the stock by the items moved, and is paid by bundle', () => {
  const item = { type: 'SLIME_BLOCK', quantity: 16 };
  const { id } = economy.list({ type: 'SELLING', item, price: 20, remaining: 100 });
  economy.buy(id, 3);
  expect(economy.shop(id)?.remaining).toBe(52);
  expect(emitted).toMatchObject([{ kind: 'transaction', at: 1_000, direction: 'buyFromShop', moved: 48, paid: 60 }]);
});

test('buying out a shop takes every whole bundle', () => {
  const item = { type: 'SLIME_BLOCK', quantity: 16 };
  const { id } = economy.list({ type: 'SELLING', item, price: 20, remaining: 100 });
  economy.sellOut(id);
  expect(economy.shop(id)?.remaining).toBe(4);
  expect(emitted).toMatchObject([{ direction: 'buyFromShop', moved: 96, paid: 120 }]);
  expect(() => economy.sellOut(id)).toThrow(/is sold out/);
});

test('a sale reduces the room of a buying shop', () => {
  const { id } = economy.list({ type: 'BUYING', item: { type: 'DIAMOND', quantity: 2 }, price: 1, remaining: 5 });
  economy.sell(id);
  expect(economy.shop(id)?.remaining).toBe(3);
  expect(emitted).toMatchObject([{ direction: 'sellToShop', moved: 2, paid: 1 }]);
});

test('an impossible trade is refused and changes nothing', () => {
  const { id } = economy.list({ type: 'SELLING', item: { type: 'DIAMOND', quantity: 10 }, remaining: 9 });
  expect(() => economy.buy(id)).toThrow(/only 9 items/);
  expect(() => economy.sell(id)).toThrow(/SELLING, not BUYING/);
  expect(() => economy.buy(id, 0)).toThrow(RangeError);
  expect(() => economy.buy(-1)).toThrow(/no shop -1/);
  expect(economy.shop(id)?.remaining).toBe(9);
  expect(emitted).toEqual([]);
});

test('listing, restocking, pricing and removing change the shops without events', () => {
  const { id, item } = economy.list({ item: { type: 'DIAMOND' }, remaining: 3 });
  expect(item).toEqual({ type: 'DIAMOND', quantity: 1, name: 'Diamond', snbt: '{}' });
  expect(economy.restock(id, 4).remaining).toBe(7);
  expect(economy.restock(id, -99).remaining).toBe(0);
  expect(economy.setPrice(id, 0).price).toBe(0);
  expect(economy.shops()).toHaveLength(51);
  economy.remove(id);
  expect(economy.shops()).toHaveLength(50);
  expect(emitted).toEqual([]);
});

test('an auction separates the number of sold items from the quantity of the stack', () => {
  economy.auction({ item: { type: 'DIAMOND', quantity: 1 }, amount: 128, finalBid: 90 });
  expect(emitted).toMatchObject([{ kind: 'auction', amount: 128, finalBid: 90, item: { quantity: 1 } }]);
});

test('an event keeps the shop’s state at its time', () => {
  const { id } = economy.list({ type: 'SELLING', item: { type: 'DIAMOND' }, price: 4, remaining: 3 });
  const event = economy.buy(id);
  economy.setPrice(id, 9);
  economy.remove(id);
  expect(event.shop).toMatchObject({ id, price: 4, remaining: 2 });
});

test('a painting is banned once, and the ban can be lifted', () => {
  const canvasId = 'b0000000-0000-4000-8000-000000000000_3';
  economy.banPainting(canvasId);
  economy.banPainting(canvasId);
  expect(economy.bannedPaintings().filter((id) => id === canvasId)).toHaveLength(1);
  economy.unban(canvasId);
  expect(economy.bannedPaintings()).not.toContain(canvasId);
});

test('many steps produce every kind of action, and never a negative stock or price', () => {
  const did = new Set(Array.from({ length: 2_000 }, () => economy.step().did));
  for (const thing of ['buy', 'sell', 'auction', 'restock', 'list', 'price', 'remove'] as const) {
    expect(did).toContain(thing);
  }
  for (const { remaining, price } of economy.shops()) expect(Math.min(remaining, price)).toBeGreaterThanOrEqual(0);
});
