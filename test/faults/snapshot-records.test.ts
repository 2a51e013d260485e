import { expect, test } from 'vitest';
import { eventually, runClient } from '../service/simulation.ts';
import { openTestHttpServer } from '../service/test-http-server.ts';
import { ManualClock } from '../time/manual-clock.ts';

/** Stands on: a real HTTP server on a socket, with answers set by the test. */

const DEEP = 100_000;
const nest = (open: string, close: string) => open.repeat(DEEP) + close.repeat(DEEP);
const DIRT = '{"type":"DIRT","quantity":1,"name":"Dirt","snbt":"{}"}';

/** A record as text, for values that JSON.stringify cannot write. */
function record({ type = '"SELLING"', owner = '{"name":"Ann","uuid":"u"}', world = '"w"', item = DIRT }) {
  return `{"id":7,"owner":${owner},"location":{"x":0,"y":0,"z":0,"world":${world}},"type":${type},"price":1,"remaining":1,"item":${item}}`;
}

/**
 * Reads a snapshot of twenty valid records and this one.
 * @returns the result, and the log's facts about the quarantined record
 */
async function snapshotWith(bad: string) {
  const records = Array.from({ length: 21 }, (_, at) => (at === 10 ? bad : record({})));
  const { url } = await openTestHttpServer((request, response) =>
    response.end(request.url === '/shops/v1/getAllShops' ? `[${records.join(',')}]` : '{}'),
  );
  const { service, snapshots, facts } = runClient({ clock: new ManualClock(), simulated: { url } });
  await eventually(() => expect(service.snapshot().takenAt).not.toBeNull());
  const logged = facts().filter((line): line is QuarantineFacts => 'quarantined' in line);
  return { shops: snapshots[0]?.shops ?? [], quarantined: snapshots[0]?.quarantined, logged };
}

interface QuarantineFacts extends Record<string, unknown> {
  readonly quarantined: number;
  readonly samples: readonly { readonly why: string; readonly record: string }[];
}

test.each([
  ['a record of lists', nest('[', ']')],
  ['a record of objects', nest('{"a":', '}').replace('}', '1}')],
  ['an owner', record({ owner: nest('{"a":', '}').replace('}', '1}') })],
  ['boxes in boxes', record({ item: nest('{"type":"BOX","childItems":[', ']}') })],
  ['a child that is a list', record({ item: `{"type":"BOX","childItems":[${nest('[', ']')}]}` })],
])('fault 77: %s nested 100,000 deep quarantines that record only, and the log shows its start', async (_, bad) => {
  const { shops, quarantined, logged } = await snapshotWith(bad);
  expect([shops.length, quarantined]).toEqual([20, 1]);
  expect(logged).toMatchObject([{ quarantined: 1, samples: [{ why: expect.any(String) }] }]);
  const begin = logged[0]?.samples[0]?.record ?? '';
  expect(begin.length).toBeLessThanOrEqual(200);
  expect(begin.slice(0, 6)).toBe(bad.slice(0, 6));
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
])('fault 78: %s quarantines that record only', async (_, bad) => {
  const { shops, quarantined } = await snapshotWith(bad);
  expect([shops.length, quarantined]).toEqual([20, 1]);
});

test.each([
  ['a name of megabytes', record({ item: `{"type":"DIRT","name":${long(3_000_000)}}` })],
  ['an owner’s name of megabytes', record({ owner: `{"name":${long(3_000_000)},"uuid":"u"}` })],
  ['256 letters', record({ type: long(256), world: long(256), owner: `{"name":${long(256)},"uuid":${long(256)}}` })],
  ['2,000 children', record({ item: box(2_000) })],
])('fault 78: %s keeps the shop', async (_, good) => {
  const { shops, quarantined } = await snapshotWith(good);
  expect([shops.length, quarantined]).toEqual([21, 0]);
  expect(
    Math.max(...shops.flatMap(({ item, owner }) => [item.name.length, owner.name?.length ?? 0])),
  ).toBeLessThanOrEqual(256);
});
