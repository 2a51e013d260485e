import { expect, onTestFinished, test } from 'vitest';
import { Http } from '../../src/service/http/http.ts';
import { readShops } from '../../src/service/shops/download.ts';
import { openTestHttpServer } from '../service/test-http-server.ts';

/** Stands on: a real HTTP server on a socket, which answers as the test says. */

const DEEP = 100_000;
const nest = (open: string, close: string) => open.repeat(DEEP) + close.repeat(DEEP);
const DIRT = '{"type":"DIRT","quantity":1,"name":"Dirt","snbt":"{}"}';

/** A record as text, as JSON.stringify could not write it. */
function record({ type = '"SELLING"', owner = '{"name":"Ann","uuid":"u"}', world = '"w"', item = DIRT }) {
  return `{"id":7,"owner":${owner},"location":{"x":0,"y":0,"z":0,"world":${world}},"type":${type},"price":1,"remaining":1,"item":${item}}`;
}

/** What becomes of a snapshot of twenty good records and this one. */
async function snapshotWith(bad: string) {
  const records = Array.from({ length: 21 }, (_, at) => (at === 10 ? bad : record({})));
  const { url } = await openTestHttpServer((_, response) => response.end(`[${records.join(',')}]`));
  const http = new Http({ userAgent: 'Crier/test', now: Date.now });
  onTestFinished(() => http.close());
  const options = { url, signal: AbortSignal.timeout(20_000), maxBytes: 32e6 };
  const answer = await http.get(options, (chunks) => readShops(chunks));
  if (!answer.ok || answer.kind !== 'ok') throw new Error(`refused whole: ${JSON.stringify(answer)}`);
  const { setAside, samples } = answer.value;
  return { shops: answer.value.records.shops, setAside, samples };
}

test.each([
  ['a record of lists', nest('[', ']')],
  ['a record of objects', nest('{"a":', '}').replace('}', '1}')],
  ['an owner', record({ owner: nest('{"a":', '}').replace('}', '1}') })],
  ['boxes in boxes', record({ item: nest('{"type":"BOX","childItems":[', ']}') })],
  ['a child that is a list', record({ item: `{"type":"BOX","childItems":[${nest('[', ']')}]}` })],
])('fault 77: %s nested 100,000 deep is set aside alone, and its beginning is in the log', async (_, bad) => {
  const { shops, setAside, samples } = await snapshotWith(bad);
  expect([shops.length, setAside]).toEqual([20, 1]);
  expect(samples[0]?.record.length).toBeLessThanOrEqual(200);
  expect(bad.slice(0, 6)).toBe(samples[0]?.record.slice(0, 6));
});

const long = (units: number) => JSON.stringify('x'.repeat(units));
const box = (children: number) => `{"type":"BOX","childItems":[${Array(children).fill(DIRT).join(',')}]}`;

test.each([
  ['an item type of a megabyte', record({ item: `{"type":${long(1_000_000)}}` })],
  ['a shop type of 257 letters', record({ type: long(257) })],
  ['a uuid of 257 letters', record({ owner: `{"name":"Ann","uuid":${long(257)}}` })],
  ['a world of 257 letters', record({ world: long(257) })],
  ['50,000 children', record({ item: box(50_000) })],
  ['100,000 children, 5 MB', record({ item: box(100_000) })],
  ['an item type of 5 MB', record({ item: `{"type":${long(5_000_000)}}` })],
  ['a child of a type of 257 letters', record({ item: `{"type":"BOX","childItems":[{"type":${long(257)}}]}` })],
])('fault 78: %s: the record is set aside alone', async (_, bad) => {
  const { shops, setAside } = await snapshotWith(bad);
  expect([shops.length, setAside]).toEqual([20, 1]);
});

test.each([
  ['a name of megabytes', record({ item: `{"type":"DIRT","name":${long(3_000_000)}}` })],
  ['an owner’s name of megabytes', record({ owner: `{"name":${long(3_000_000)},"uuid":"u"}` })],
  ['256 letters', record({ type: long(256), world: long(256), owner: `{"name":${long(256)},"uuid":${long(256)}}` })],
  ['2,000 children', record({ item: box(2_000) })],
])('fault 78: %s: the shop is kept', async (_, good) => {
  const { shops, setAside } = await snapshotWith(good);
  expect([shops.length, setAside]).toEqual([21, 0]);
  expect(Math.max(...shops.flatMap(({ item, owner }) => [item.name.length, owner.name.length]))).toBeLessThanOrEqual(
    256,
  );
});
