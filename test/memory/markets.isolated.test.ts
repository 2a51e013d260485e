import { expect, test } from 'vitest';
import { collectGarbage, heldBytes } from '../../bench/memory/garbage.ts';
import { identify } from '../../src/market/item/identity.ts';
import type { Market } from '../../src/market/market.ts';
import { loadMarket } from '../../src/market/shops/load.ts';
import type { Shop } from '../../src/market/shops/shop.ts';
import { inSlices } from '../../src/time/cooperate.ts';
import { item, shop } from '../market/samples.ts';

const SHOPS = 8_000;

/** Creates the same market as new objects, with another price in every tenth shop. */
function shopsOf(round: number): readonly Shop[] {
  return Array.from({ length: SHOPS }, (_, id) =>
    shop(id, {
      price: id % 10 === 0 ? 5 + round : 5,
      location: { x: id, y: 64, z: -id, world: 'world' },
      item: item(`ITEM_${id % 500}`),
    }),
  );
}

/**
 * Refreshes a market repeatedly.
 *
 * @returns the last market, and a weak reference to each
 */
async function refreshed(times: number, begin: Market | null = null) {
  const known: WeakRef<Market>[] = [];
  let market = begin;
  for (let round = 0; round < times; round += 1) {
    ({ market } = await inSlices(loadMarket(market, { shops: shopsOf(round), takenAt: 1_000 * round })));
    known.push(new WeakRef(market));
  }
  return { market, known };
}

test('a new market releases the one before it', async () => {
  const { market, known } = await refreshed(6);
  const kept = async () => {
    await collectGarbage();
    return known.map((ref) => ref.deref() !== undefined);
  };
  // V8 may hold an object of the last call for one collection more.
  await expect.poll(kept).toEqual([false, false, false, false, false, true]);
  expect(market?.shops.length).toBe(SHOPS);
});

test('five more refreshes use no more memory than the first', async () => {
  const first = await refreshed(2);
  const before = await heldBytes();
  const last = await refreshed(5, first.market);
  first.market = null;
  const grown = (await heldBytes()) - before;
  expect(last.market?.shops.length).toBe(SHOPS);
  // One market of this size takes 3 MB or more.
  expect(grown).toBeLessThan(2_000_000);
});

test('an item with a custom name does not retain the SNBT that it was read from', async () => {
  const named = (from: number) =>
    Array.from({ length: 200 }, (_, at) =>
      identify('BOX', `{display:{Name:"A box of odds and ends, ${from + at}"},Lore:"${'x'.repeat(30_000)}${at}"}`),
    );
  const first = named(0);
  const before = await heldBytes();
  const more = named(200);
  expect(((await heldBytes()) - before) / more.length).toBeLessThan(5_000);
  expect(first[0]?.key).not.toBe(more[0]?.key);
});
