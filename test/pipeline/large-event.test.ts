import { globSync, statSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readFrame } from '../../src/service/wire/frame.ts';
import { feed } from '../routing/samples.ts';
import { openHarness } from './harness.ts';

const long = (units: number) => 'x'.repeat(units);
/** The item repeated as often as fits into a frame of 4 MB. */
const inMany = (item: object, times: number) => ({ type: 'BOX', childItems: Array(times).fill(item) });

test.each<[string, object]>([
  ['a name', { type: 'DIRT', name: long(3_800_000) }],
  ['an SNBT', { type: 'DIRT', snbt: `{display:{Name:"${long(900_000)}"}}` }],
  [
    'custom names just short enough to be read',
    inMany({ type: 'DIRT', snbt: `{display:{Name:"${long(65_000)}"}}` }, 58),
  ],
  [
    'thousands of enchantments',
    inMany(
      { type: 'DIRT', snbt: `{Enchantments:[${Array.from({ length: 2_500 }, (_, id) => `{id:e${id},lvl:1}`)}]}` },
      70,
    ),
  ],
])('an auction of up to 3.8 MB that contains %s takes some kilobytes in the journal', async (_, item) => {
  const harness = openHarness();
  harness.subscriptions.putFeed(feed('f1', { kind: 'auctions' }));
  const frame = readFrame(
    JSON.stringify({ event: 'auctionComplete', timestamp: 1, data: { item, amount: 1, finalBid: 1 } }),
  );
  if (frame.kind !== 'event') throw new Error(`no event: ${frame.kind}`);
  for (let received = 0; received < 20; received += 1) harness.pipeline().onEvent({ ...frame.event });
  await harness.pipeline().settled();
  expect(await harness.waiting({ kind: 'channel', id: '200' })).toHaveLength(20);
  const bytes = globSync(`${harness.path}*`).reduce((sum, path) => sum + statSync(path).size, 0);
  expect(bytes).toBeLessThan(1_500_000);
});
