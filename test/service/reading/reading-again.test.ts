import { expect, test } from 'vitest';
import type { KnownRecords } from '../../../src/service/shops/known-records.ts';
import { type ReadBody, readBody } from './read-body.ts';

const RECORDS = 3_000;

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

async function readGood(records: readonly string[], known: KnownRecords | null = null): Promise<ReadBody> {
  const read = await readBody(records, { known });
  if (read === null) throw new Error('refused');
  return read;
}

test('reordered records keep their shop objects', async () => {
  const first = await readGood(all);
  const read = await readGood(all.toReversed(), first.records);
  expect(read.parsed).toBe(0);
  expect(read.shops.every((shop, at) => shop === first.shops[RECORDS - 1 - at])).toBe(true);
});

test('after hundreds of consecutive records are removed or added, all others keep their shop objects', async () => {
  const first = await readGood(all);
  const fewer = await readGood([...all.slice(0, 1_000), ...all.slice(1_400)], first.records);
  expect([fewer.parsed, fewer.shops.length]).toEqual([0, RECORDS - 400]);
  expect((await readGood(all, fewer.records)).parsed).toBe(400);
});

test('a broken record is parsed again in each body, while its neighbours are reused', async () => {
  const records = all.with(5, BROKEN).with(6, BROKEN);
  const first = await readGood(records);
  const again = await readGood(records, first.records);
  expect([again.broken, again.samples.length, again.parsed]).toEqual([[5, 6], 2, 0]);
});

test('a shop that the market replaced is returned for unchanged bytes from then on', async () => {
  const first = await readGood(all);
  const [read] = first.shops;
  if (read === undefined) throw new Error('nothing was read');
  const filled = { ...read, price: 77 };
  first.records.replace(0, filled);
  const again = await readGood(all, first.records);
  expect([again.shops[0], again.shops[1]]).toEqual([filled, first.shops[1]]);
  expect((await readGood(all.toReversed(), again.records)).shops.at(-1)).toBe(filled);
  expect((await readGood(all.with(0, record(0, 6)), again.records)).shops[0]?.price).toBe(6);
});

test('a body of 100,000 equal records is indexed and reused without parsing', async () => {
  const equal = Array.from({ length: 100_000 }, () => record(1));
  const first = await readGood(equal);
  const again = await readGood(equal, first.records);
  expect([again.parsed, again.shops.length]).toEqual([0, equal.length]);
});
