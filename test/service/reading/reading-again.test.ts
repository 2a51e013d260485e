import { expect, test } from 'vitest';
import { createEconomy } from '../../../sandbox/economy/create-economy.ts';
import { KnownRecords } from '../../../src/service/shops/records/known-records.ts';
import { type ReadBody, readBody } from './read-body.ts';

const RECORDS = 3_000;
const PRICE = /"price":\d+/;

function record(id: number, price = 5): string {
  const item = { type: `ITEM_${id % 50}`, quantity: 1, name: 'Item', snbt: '{}' };
  const location = { x: id, y: 64, z: -id, world: 'world' };
  return JSON.stringify({
    id,
    owner: { name: 'Ann', uuid: 'u' },
    location,
    type: 'SELLING',
    price,
    remaining: 9,
    item,
  });
}

const BROKEN = '{"id":7}';
const all = Array.from({ length: RECORDS }, (_, id) => record(id));

async function readGood(
  records: readonly string[],
  known: KnownRecords | null = null,
  isCheck = false,
): Promise<ReadBody> {
  const read = await readBody(records, { known, isCheck });
  if (read === null) throw new Error('refused');
  return read;
}

test('records in another order are the same shops, but for the few that came before that was clear', async () => {
  const first = await readGood(all);
  const read = await readGood(all.toReversed(), first.records);
  const same = new Set(first.shops);
  expect(read.fresh.length).toBeLessThan(100);
  expect(read.shops.filter((shop) => same.has(shop)).length).toBe(RECORDS - read.fresh.length);
  const third = await readGood(all.toReversed(), read.records);
  expect(third.fresh).toEqual([]);
});

test('where hundreds in a row are gone or new, all others stay the same shops', async () => {
  const first = await readGood(all);
  const fewer = await readGood([...all.slice(0, 1_000), ...all.slice(1_400)], first.records);
  expect([fewer.fresh.length, fewer.gone.length]).toEqual([1, 401]);
  const more = await readGood(all, fewer.records);
  expect([more.fresh.length, more.gone.length]).toEqual([400, 0]);
});

test('a broken record is read anew each time, and its neighbours are not', async () => {
  const records = all.with(5, BROKEN).with(6, BROKEN);
  const first = await readGood(records);
  const again = await readGood(records, first.records);
  expect([again.setAside, again.samples.length, again.fresh]).toEqual([2, 2, []]);
});

test('a check gives what a plain reading gives, and keeps the shops that are equal', async () => {
  const records = createEconomy({ seed: 3, shops: 500 })
    .shops()
    .map((shop) => JSON.stringify(shop));
  const first = await readGood(records);
  const changed = records.with(3, records[3]?.replace(PRICE, '"price":77') ?? '');
  const check = await readGood(changed, first.records, true);
  expect(check.shops).toEqual((await readGood(changed)).shops);
  expect(check.fresh).toEqual([check.shops[3]]);
  expect(check.gone).toEqual([first.shops[3]]);
  expect(check.shops.filter((shop, at) => shop === first.shops[at]).length).toBe(check.shops.length - 1);
});

test('a check finds a shop that its record does not say, and what the record says counts from then on', async () => {
  const [before, now] = [await readGood(all), await readGood(all.with(8, record(8, 6)))];
  const wrong = new KnownRecords(before.shops, now.records.numbers);
  const taken = await readGood(all.with(8, record(8, 6)), wrong);
  expect(taken.shops[8]?.price).toBe(5);
  const check = await readGood(all.with(8, record(8, 6)), taken.records, true);
  expect([check.mistaken, check.shops[8]?.price, check.fresh]).toEqual([[8], 6, []]);
  const after = await readGood(all.with(8, record(8, 6)), check.records, true);
  expect([after.mistaken, after.shops[8]]).toEqual([[], check.shops[8]]);
});
