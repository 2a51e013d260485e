import { describe, expect, test } from 'vitest';
import { UNLIMITED } from '../../src/market/shops/shop.ts';
import { readFrame } from '../../src/service/wire/frame.ts';
import { readShop } from '../../src/service/wire/shop.ts';

/** Stands on: the wire readers, without sockets. */

const place = { x: 1, y: 64, z: -3, world: 'world' };
const owner = { name: 'Ann', uuid: 'ABCDEF00-0000-4000-8000-000000000001' };
const item = { type: 'SLIME_BLOCK', quantity: 16, name: 'Slime Block', snbt: '{}' };
const shop = { id: 7, owner, location: place, type: 'SELLING', price: 3, remaining: 64, item };
const bare = { type: 'SLIME_BLOCK' };

describe('a shop record', () => {
  test.each([
    [
      'newest',
      shop,
      { side: 'ask', remaining: 1_024, item: { quantity: 16, name: 'Slime Block', identity: { variant: {} } } },
    ],
    ['oldest', { ...shop, remaining: undefined, remainingStock: 5 }, { remaining: 80 }],
    ['buying', { ...shop, type: 'BUYING' }, { side: 'bid', kind: 'BUYING' }],
    ['another kind', { ...shop, type: 'RENTING' }, { side: null, kind: 'RENTING' }],
    ['amount for quantity', { ...shop, item: { ...bare, amount: 8 } }, { item: { quantity: 8, name: 'Slime Block' } }],
    ['neither', { ...shop, item: bare }, { item: { quantity: 1 } }],
    ['no SNBT, out of stock', { ...shop, remaining: 0, item: bare }, { item: { identity: { variant: null } } }],
    ['fault 89: no limit', { ...shop, remaining: -1 }, { remaining: UNLIMITED }],
    ['more than can be counted', { ...shop, remaining: 2 ** 53 - 1 }, { remaining: UNLIMITED - 1 }],
    ['fault 89: a price with decimals', { ...shop, price: 1e-7 }, { price: 1e-7 }],
    ['the smallest price', { ...shop, price: 1e-8 }, { price: 1e-8 }],
    [
      'fault 89: an owner without a name',
      { ...shop, owner: { name: null, uuid: 'A' } },
      { owner: { name: null, uuid: 'a' } },
    ],
    ['fault 89: an owner of uuid alone', { ...shop, owner: { uuid: 'A' } }, { owner: { name: null, uuid: 'a' } }],
    ['an owner with colour codes', { ...shop, owner: { name: '§aAda§r', uuid: 'a' } }, { owner: { name: 'Ada' } }],
    ['an owner of colour codes alone', { ...shop, owner: { name: '§r', uuid: 'a' } }, { owner: { name: null } }],
    ['fault 89: a frozen shop', { ...shop, type: 'FROZEN' }, { side: null, kind: 'FROZEN' }],
    ['a price of 0', { ...shop, price: 0, more: 1 }, { price: 0 }],
    ['children', { ...shop, item: { ...item, childItems: [null, item] } }, { item: { contents: [{ quantity: 16 }] } }],
  ])('is read with its fields: %s', (_name, record, expected) => {
    expect(readShop(record, 'bundles')).toMatchObject({ ok: true, value: expected });
  });

  test.each([
    ['fault 31: a negative price', { ...shop, price: -1 }],
    ['fault 31: above 2^53', { ...shop, price: 2 ** 53 }],
    ['fault 31: 1e308', { ...shop, price: 1e308 }],
    ['a price too small to be shown', { ...shop, price: 9e-9 }],
    ['the smallest number', { ...shop, price: Number.MIN_VALUE }],
    ['stock of 1e308', { ...shop, remaining: 1e308 }],
    ['stock below -1', { ...shop, remaining: -2 }],
    ['half a bundle of stock', { ...shop, remaining: 0.5 }],
    ['no owner', { ...shop, owner: undefined }],
    ['no stock', { ...shop, remaining: undefined }],
    ['a bundle of none', { ...shop, item: { ...item, quantity: 0 } }],
    ['null', null],
  ])('is broken by %s', (_name, record) => {
    expect(readShop(record, 'bundles')).toMatchObject({ ok: false });
  });
});

test('shops with the same owner share one owner object, and a renamed owner gets the new name', () => {
  const owners = ['Ann', 'Ann', 'Anne', 'Ann'].map((name) => {
    const read = readShop({ ...shop, owner: { ...owner, name } }, 'bundles');
    return read.ok ? read.value.owner : null;
  });
  expect(owners[1]).toBe(owners[0]);
  expect(owners.map((one) => one?.name)).toEqual(['Ann', 'Ann', 'Anne', 'Ann']);
  expect(new Set(owners.map((one) => one?.uuid))).toEqual(new Set([owner.uuid.toLowerCase()]));
});

describe('a frame', () => {
  const trade = {
    type: 'buyFromShop',
    currencyAmount: 6,
    item: { type: 'DIRT', amount: 16, snbt: '{}' },
    location: place,
  };
  const frame = (event: string, data: object) => JSON.stringify({ event, timestamp: 5, data });
  test.each([
    ['auctionComplete', { item, amount: 3, finalBid: 9 }, { kind: 'auction', sold: 3, finalBid: 9, at: 5 }],
    ['auctionComplete', { item: { ...bare, amount: 4, snbt: '{}' }, finalBid: 9 }, { sold: 4 }],
    ['auctionComplete', { item, finalBid: 9 }, { sold: 16 }],
    [
      'shopTransaction',
      { ...trade, totalAmount: 32, itemPrice: 3 },
      { kind: 'purchase', moved: 32, paid: 6, sign: { amount: 16, price: 3 } },
    ],
    [
      'shopTransaction',
      { ...trade, totalAmount: 32, itemPrice: 1.5, item: { type: 'DIRT', quantity: 16, snbt: '{}' } },
      { sign: { amount: 16, price: 1.5 } },
    ],
    ['shopTransaction', { ...trade, type: 'sellToShop', amount: 8 }, { kind: 'sale', moved: 8, sign: null }],
  ])('with %s is read as an event', (event, data, expected) => {
    expect(readFrame(frame(event, data))).toMatchObject({ kind: 'event', event: expected });
  });

  test.each([
    ['{"hello-from-eco-v1":5}', { kind: 'hello', at: 5 }],
    ['ping', { kind: 'sign-of-life', why: 'ping' }],
    ['{"ping":1}', { kind: 'sign-of-life', why: 'ping' }],
    ['{"event":"ping"}', { kind: 'sign-of-life', why: 'ping' }],
    ['{"event":"new"}', { kind: 'sign-of-life', why: 'unknown-event' }],
    ['{', { kind: 'broken', why: 'not-json' }],
    ['null', { kind: 'broken', why: 'not-an-object' }],
    ['[]', { kind: 'broken', why: 'not-an-object' }],
    ['{"__proto__":{"event":"auctionComplete"}}', { kind: 'sign-of-life' }],
    [frame('auctionComplete', { item, amount: 0, finalBid: 1 }), { kind: 'broken', why: 'broken-event' }],
    [frame('shopTransaction', trade), { kind: 'broken', why: 'broken-event' }],
    [frame('auctionComplete', { item, amount: 3, finalBid: 1e-9 }), { kind: 'broken', why: 'broken-event' }],
    [frame('shopTransaction', { ...trade, amount: 8, currencyAmount: 7e-89 }), { kind: 'broken', why: 'broken-event' }],
    [frame('shopTransaction', { ...trade, amount: 8, itemPrice: 1e-9 }), { kind: 'broken', why: 'broken-event' }],
  ])('faults 25, 26, 27: is read as an event, a sign of life or broken (%s)', (text, expected) => {
    expect(readFrame(text)).toMatchObject(expected);
  });
});
