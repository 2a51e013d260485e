import { expect, test } from 'vitest';
import { identify } from '../../src/market/item/identity.ts';
import type { Shop } from '../../src/market/shops/shop.ts';
import { createWorths } from '../../src/prices/reference-prices.ts';
import { ADA, item, marketOf, shop } from '../market/samples.ts';
import { grouped, placeOf, type SingleTrade, times } from '../market/trade-groups.ts';

const SLIME = identify('SLIME_BLOCK');
const sold = (paid: number) => [1, 2, 3].flatMap((at) => times(2, { paid, place: placeOf(`owner ${at}`, 1_000 * at) }));

/** Creates a history of slime blocks that can grow, and counts its reads. */
function openWorths(...shops: readonly Shop[]) {
  const state = { trades: [] as SingleTrade[], now: 1_000_000_000, reads: 0 };
  const journal = {
    traded: async () => [SLIME],
    history: async () => {
      state.reads++;
      return grouped(state.trades);
    },
  };
  const market = marketOf(...shops);
  const worths = createWorths(
    journal,
    () => market,
    () => state.now,
  );
  return { state, worths };
}

test('a worth is known seconds after the trades, alone and in the list', async () => {
  const { state, worths } = openWorths(shop(1));
  expect(await worths.of(SLIME)).toMatchObject({ worth: null, why: 'few-trades' });
  expect(await worths.all()).toEqual(new Map());
  state.trades = sold(3);
  state.now += 10_000;
  expect(await worths.of(SLIME)).toMatchObject({ worth: 3 });
  expect([...(await worths.all()).keys()]).toEqual([SLIME.key]);
});

test('a hundred requests for worths at once read the history once', async () => {
  const { state, worths } = openWorths(shop(1));
  await Promise.all(Array.from({ length: 100 }, () => Promise.all([worths.of(SLIME), worths.all()])));
  expect(state.reads).toBe(1);
});

test('the list of worths includes items sold in containers only, and excludes unsold ones', async () => {
  const box = openWorths(shop(1, { item: item('SHULKER_BOX', { contents: [item('SLIME_BLOCK')] }) }));
  const none = openWorths(shop(1, { side: 'bid' }));
  for (const { state } of [box, none]) state.trades = sold(3);
  expect((await box.worths.all()).size).toBe(1);
  expect((await none.worths.all()).size).toBe(0);
});

test('trades recorded without an owner count for the owner of all shops at their place today', async () => {
  const bob = { name: 'Bob', uuid: '0a1b2c3d-0000-4000-8000-00000000000b' };
  const shopsAt = (x: number, ...owners: Shop['owner'][]) =>
    owners.map((owner, at) => shop(10 * x + at, { owner, location: placeOf(null, x).location }));
  const worthAt = async (...shops: readonly Shop[]) => {
    const { state, worths } = openWorths(...shops);
    const owned = ['Cleo', 'Dan'].flatMap((owner, x) => times(2, { paid: 2, place: placeOf(owner, 1_000 * x) }));
    state.trades = [...owned, ...times(2, { paid: 2, place: placeOf(null, 5) })];
    return worths.of(SLIME);
  };
  expect(await worthAt()).toMatchObject({ worth: null, sellers: 2 });
  expect(await worthAt(...shopsAt(5, ADA, ADA))).toMatchObject({ worth: 2, sellers: 3 });
  expect(await worthAt(...shopsAt(5, ADA, bob))).toMatchObject({ worth: null, sellers: 2 });
});
