import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { UNLIMITED } from '../../src/market/shops/shop.ts';
import type { StockUnit } from '../../src/market/shops/stock.ts';
import { inStock } from '../../src/market/shops/unit-price.ts';
import { readFrame } from '../../src/service/wire/frame.ts';
import { readShop } from '../../src/service/wire/shop.ts';

/** Stands on: records and frames as a live service sends them, and the wire readers without sockets. */

function sample(name: string): readonly unknown[] {
  return JSON.parse(readFileSync(new URL(`../samples/${name}.json`, import.meta.url), 'utf8'));
}

function shopsOf(name: string, unit: StockUnit) {
  return sample(name).map((record) => {
    const read = readShop(record, unit);
    if (!read.ok) throw new Error(read.why);
    return read.value;
  });
}

test('fault 89: a shop has the items, price, side and owner of its record, with stock counted in bundles', () => {
  const rows = shopsOf('shops', 'bundles').map((shop) => {
    const able = inStock(shop, shop.remaining);
    return [shop.id, shop.side ?? shop.kind, shop.price, shop.remaining, able, shop.owner.name];
  });
  expect(rows).toEqual([
    [439, 'ask', 2, 576, true, 'Player_017'],
    [440, 'ask', 1, 0, false, 'Player_017'],
    [441, 'ask', 1, 64, true, 'Player_017'],
    [442, 'ask', 3, UNLIMITED, true, 'Player_017'],
    [443, 'ask', 1.5, 192, true, 'Player_017'],
    [444, 'ask', 1, 1_600, true, null],
    [445, 'FROZEN', 1, 80, true, 'Player_017'],
    [446, 'bid', 4, 960, true, 'Player_017'],
    [447, 'ask', 2, 3, true, 'Player_017'],
    [448, 'ask', 6, 2, true, 'Player_017'],
    [449, 'ask', 1, 1_280, true, 'Player_017'],
    [450, 'ask', 2, 6_400, true, 'Player_017'],
  ]);
});

test('with STOCK_UNIT=items a shop has the number of items in its record, and -1 still means unlimited', () => {
  const stock = shopsOf('shops', 'items').map(({ remaining }) => remaining);
  expect(stock).toEqual([9, 0, 1, UNLIMITED, 12, 5, 5, 30, 3, 2, 20, 20]);
});

test('a record of the oldest revision is read from remainingStock and amount', () => {
  expect(shopsOf('shops-oldest', 'bundles')).toMatchObject([{ price: 2, remaining: 576, item: { quantity: 64 } }]);
});

test('a frame of a live service is read with its count, price and sign', () => {
  const rows = sample('plain').map((value) => {
    const frame = readFrame(JSON.stringify(value));
    if (frame.kind !== 'event') return frame.kind;
    const { event } = frame;
    return event.kind === 'auction' ? [event.sold, event.finalBid] : [event.kind, event.moved, event.paid, event.sign];
  });
  expect(rows).toEqual([
    'hello',
    'sign-of-life',
    ['purchase', 96, 1, { amount: 96, price: 1 }],
    ['purchase', 192, 6, { amount: 32, price: 1 }],
    ['purchase', 20, 10, { amount: 2, price: 1 }],
    ['purchase', 320, 15, { amount: 64, price: 3 }],
    [1_216, 1],
    [1_000, 1_000],
    [1, 8],
    ['sale', 64, 8, { amount: 32, price: 4 }],
  ]);
});
