import { appendFileSync, mkdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { RecordingWriter } from '../../src/recorder/recording-writer.ts';
import { formatReplayReport } from '../../src/replay/format-report.ts';
import { type Replayed, replay } from '../../src/replay/replay.ts';
import { systemClock } from '../../src/time/clock.ts';
import { temporaryFolder } from '../storage/sqlite/temporary-folder.ts';
import { recordingIn, recordSamples, recordSnapshot, START, sample } from './samples.ts';

const assumed = ({ assumptions }: Replayed, name: RegExp) => {
  const found = assumptions.all.find((each) => name.test(each.name));
  return found && { holds: found.holds, of: found.of, samples: found.samples };
};
const reported = (replayed: Replayed) => formatReplayReport(replayed).join('\n');

test('a replay counts the samples of a live service by kind', async () => {
  const folder = temporaryFolder();
  const writer = recordingIn(folder);
  recordSamples(writer);
  writer.line({ at: START + 60_000, ended: 'closed-1006' });
  writer.end(START + 60_000);
  const replayed = await replay(folder, systemClock);
  const { traffic, goods, unreadable, failures, notices } = replayed;
  expect(Object.fromEntries(traffic.frames.entries())).toEqual({
    auction: 23,
    purchase: 13,
    sale: 1,
    hello: 1,
    ping: 1,
  });
  expect(traffic.closes.entries()).toEqual([['closed-1006', 1]]);
  expect([unreadable.entries(), failures.entries(), goods.unread.entries()]).toEqual([[], [], []]);
  expect(Object.fromEntries(goods.kinds.entries())).toMatchObject({
    paintings: 7,
    'paintings: canvases': 5,
    'paintings: camera pictures': 1,
    enchanted: 3,
    'custom discs': 2,
    damaged: 1,
    signed: 1,
    containers: 2,
  });
  expect(traffic.bundles.entries()).toContainEqual(['64', 3]);
  expect(traffic.unitPrices.of('trades under 1')).toBe(8);
  expect(notices.of('feed auctions')).toBe(23);
  for (const name of [/hello/, /^currencyAmount/, /multiple/, /data\.amount/, /buyFromShop/]) {
    const { holds, of } = assumed(replayed, name) ?? {};
    expect([name, holds]).toEqual([name, of]);
    expect(of).toBeGreaterThan(0);
  }
});

const shop = (id: number, more: object = {}) => ({
  ...Object(sample('shops')[0]),
  remaining: 900,
  id,
  location: { x: id, y: 70, z: 5, world: 'world' },
  ...more,
});

test('a contradicted assumption is reported with an example', async () => {
  const folder = temporaryFolder();
  const writer = recordingIn(folder);
  const trade = (data: object) => JSON.stringify({ event: 'shopTransaction', timestamp: START, data });
  const item = { type: 'DIRT', quantity: 16, name: 'Dirt', snbt: '{}' };
  const location = { x: 1, y: 70, z: 5, world: 'world' };
  writer.line({ at: START, opened: '' });
  writer.frame(START, trade({ type: 'buyFromShop', currencyAmount: 5, itemPrice: 1, item, totalAmount: 20, location }));
  writer.frame(START + 1, '{"event":"auctionStarted"}');
  const [one, two] = [shop(1, { type: 'RENTING' }), shop(1, { remaining: 0.5 })];
  recordSnapshot(writer, START + 2, [one, two]);
  writer.end(START + 3);
  const replayed = await replay(folder, systemClock);
  expect(assumed(replayed, /hello/)).toMatchObject({ holds: 0, of: 1 });
  expect(assumed(replayed, /^currencyAmount/)).toEqual({
    holds: 0,
    of: 1,
    samples: ['paid 5, sign 1 for 16, moved 20'],
  });
  expect(assumed(replayed, /multiple/)).toMatchObject({ holds: 0, of: 1 });
  expect(assumed(replayed, /^event is/)).toEqual({ holds: 1, of: 2, samples: ['"auctionStarted"'] });
  expect(assumed(replayed, /SELLING/)).toEqual({ holds: 1, of: 2, samples: ['RENTING'] });
  expect(assumed(replayed, /remaining/)).toEqual({ holds: 1, of: 2, samples: ['remaining 0.5'] });
  expect(assumed(replayed, /an id/)).toEqual({ holds: 1, of: 2, samples: ['id 1'] });
  expect(assumed(replayed, /at a place/)).toEqual({ holds: 0, of: 1, samples: ['2 shops at world 1 70 5'] });
  expect(reported(replayed)).toContain('CONTRADICTED one shop at a place: 0 of 1');
});

test('each snapshot is compared with the one before, and its changes are routed to feeds and watches', async () => {
  const folder = temporaryFolder();
  const writer = recordingIn(folder);
  const before = Array.from({ length: 30 }, (_, id) => shop(id));
  const after = [...before.slice(2), shop(1, { price: 1 }), shop(100)];
  recordSnapshot(writer, START, before);
  recordSnapshot(writer, START + 60_000, after);
  writer.end(START + 60_000);
  const replayed = await replay(folder, systemClock);
  expect(replayed.failures.entries()).toEqual([]);
  expect(replayed.snapshots).toMatchObject({ read: 2, refused: 0, leastShops: 30, mostShops: 30, sharedPlaces: 0 });
  expect(Object.fromEntries(replayed.changes.entries())).toEqual({ listed: 1, 'price-changed': 1, removed: 1 });
  expect(replayed.notices.of('feed listings')).toBe(1);
  expect(replayed.notices.of('feed price-drops')).toBe(1);
  expect(replayed.notices.of('watch listed')).toBe(1);
});

const OWNERS = ['6e1f7a52', '7f2a8b63', '809b9c74', '91ac0d85'].map((start) => `${start}-7d1b-4c55-9a0e-52b7c1d4e601`);
const BUNDLE = 16;

/** Records snapshots every two minutes, in which each purchase of a bundle lowers `remaining` by `fall`. */
function recordPurchases(writer: RecordingWriter, fall: number, afterEach?: (at: number) => void): void {
  const stocks = OWNERS.map(() => 40 * fall);
  const item = { type: 'DIRT', quantity: BUNDLE, name: 'Dirt', snbt: '{}' };
  const ownerOf = (id: number) => ({ name: `Player_${id}`, uuid: OWNERS[id] });
  writer.line({ at: START - 60_000, opened: '' });
  for (let round = 0; round < 8; round++) {
    const at = START + round * 120_000;
    const shops = stocks.map((remaining, id) => shop(id, { remaining, price: 3, item, owner: ownerOf(id) }));
    recordSnapshot(writer, at, shops);
    const bought = round % OWNERS.length;
    const location = { x: bought, y: 70, z: 5, world: 'world' };
    const data = { type: 'buyFromShop', currencyAmount: 3, itemPrice: 3, item, totalAmount: BUNDLE, location };
    writer.frame(at + 60_000, JSON.stringify({ event: 'shopTransaction', timestamp: at, data }));
    stocks[bought] = (stocks[bought] ?? 0) - fall;
    afterEach?.(at + 61_000);
  }
  writer.end(START + 8 * 120_000);
}

test.each([
  { setting: 'bundles', fall: 1, verdict: 'agree with', holds: 6 },
  { setting: 'items', fall: BUNDLE, verdict: 'agree with', holds: 6 },
  { setting: 'bundles', fall: BUNDLE, verdict: 'contradict', holds: 0 },
  { setting: 'items', fall: 1, verdict: 'contradict', holds: 0 },
])('the replay’s trades $verdict STOCK_UNIT=$setting if a bundle lowers the stock by $fall', async (row) => {
  const { setting, fall, verdict, holds } = row;
  const folder = temporaryFolder();
  recordPurchases(recordingIn(folder, { STOCK_UNIT: setting }), fall);
  const replayed = await replay(folder, systemClock);
  expect([replayed.unreadable.entries(), replayed.failures.entries()]).toEqual([[], []]);
  expect(assumed(replayed, /remaining counts/)).toMatchObject({ holds, of: 6 });
  expect(reported(replayed)).toContain(`trades ${verdict} STOCK_UNIT=${setting}`);
});

test('purchases between outages are no evidence for STOCK_UNIT', async () => {
  const folder = temporaryFolder();
  const writer = recordingIn(folder, { STOCK_UNIT: 'items' });
  recordPurchases(writer, 1, (at) => {
    writer.line({ at, ended: 'closed-1006' });
    writer.line({ at, opened: '' });
  });
  const replayed = await replay(folder, systemClock);
  expect(replayed.traffic.frames.of('purchase')).toBe(8);
  expect(reported(replayed)).toContain('whether trades agree with STOCK_UNIT=items is not known: 0 of 5 cases');
});

test('unreadable data is counted by kind, with an example', async () => {
  const folder = temporaryFolder();
  const writer = recordingIn(folder);
  writer.frame(START, '[1,2]');
  writer.frame(
    START + 1,
    JSON.stringify({
      event: 'auctionComplete',
      timestamp: START,
      data: { item: { type: 'DIRT', snbt: '{a:[' }, amount: 1, finalBid: 1 },
    }),
  );
  writer.frame(START + 2, '{"event":"auctionComplete","timestamp":1}');
  recordSnapshot(writer, START + 3, [{ id: 'none' }]);
  writer.end(START + 4);
  const replayed = await replay(folder, systemClock);
  expect(replayed.unreadable.entries().map(({ kind, count }) => [kind, count])).toEqual([
    ['frame: not-an-object', 1],
    ['frame: broken-event', 1],
    ['snapshot: not-as-expected', 1],
  ]);
  expect(replayed.goods.unread.entries()).toEqual([
    { kind: 'a text of under 100 characters', count: 1, samples: ['{a:['] },
  ]);
  expect(reported(replayed)).toMatch(
    /SNBT that could not be read\n {2}1 × a text of under 100 characters\n {6}such as \{a:\[/,
  );
});

test('a recording cut short by a kill is read up to the cut', async () => {
  const folder = temporaryFolder();
  const writer = recordingIn(folder);
  recordSamples(writer);
  writer.flush();
  const path = join(folder, 'frames.jsonl.gz');
  const sure = readFileSync(path).length;
  for (let at = 0; at < 30; at++) writer.frame(START + 100_000 + at, `{"hello-from-eco-v1":${at}}`);
  writer.flush();
  // A kill leaves recording.json without an end, and any part of the last batch.
  for (let length = readFileSync(path).length - 1; length >= sure; length -= 7) {
    truncateSync(path, length);
    const { about, traffic, unreadable } = await replay(folder, systemClock);
    expect(about.ended).toBeUndefined();
    expect(unreadable.entries()).toEqual([]);
    expect(traffic.frames.of('auction')).toBe(23);
  }
});

test('a damaged file is reported, with the lines before the damage', async () => {
  const folder = temporaryFolder();
  const writer = recordingIn(folder);
  recordSamples(writer);
  writer.flush();
  appendFileSync(
    join(folder, 'frames.jsonl.gz'),
    Buffer.from([0x1f, 0x8b, 8, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13]),
  );
  const { traffic, unreadable } = await replay(folder, systemClock);
  expect(traffic.frames.of('auction')).toBeGreaterThan(0);
  expect(unreadable.entries().map(({ kind }) => kind)).toEqual(['frames: the file is damaged']);
});

test('an empty recording gives an empty report', async () => {
  const folder = temporaryFolder();
  recordingIn(folder).end(START);
  expect(reported(await replay(folder, systemClock))).toContain('0 frames: none');
});

test('a folder without a recording, or with one of a newer Crier, is refused with an operator error', async () => {
  const folder = temporaryFolder();
  await expect(replay(folder, systemClock)).rejects.toThrow(
    /is no recording of Crier: its recording\.json is missing or damaged\.$/,
  );
  writeFileSync(join(folder, 'recording.json'), '{"format":2,"crier":"9.0.0"}');
  await expect(replay(folder, systemClock)).rejects.toThrow(
    /was recorded by a newer Crier \(9\.0\.0\): replay it with that one\.$/,
  );
});

test('a line that refers to a file outside the folder is reported as damage', async () => {
  const folder = temporaryFolder();
  const writer = recordingIn(folder);
  mkdirSync(join(folder, 'other'));
  writer.line({ at: START, snapshot: '../../secret.json.gz', bytes: 1 });
  writer.end(START);
  const { unreadable } = await replay(folder, systemClock);
  expect(unreadable.entries().map(({ kind }) => kind)).toEqual(['frames: the file is damaged']);
});
