import { expect, onTestFinished, test } from 'vitest';
import { collectGarbage, heldBytes } from '../../bench/memory/garbage.ts';
import { deliverMessages } from '../../bench/memory/messages.ts';
import { refreshSnapshots } from '../../bench/memory/refreshes.ts';
import type { Market } from '../../src/market/market.ts';
import { openHarness } from '../pipeline/harness.ts';
import { testSize } from '../property-runs.ts';
import { cutStream } from './cut-stream.ts';
import { leftBy } from './left-by.ts';

/** Stands on: the whole pipeline over real sockets; memory, timers and sockets of its own worker thread. */

test('only the market of the last snapshot is retained', async () => {
  const service = await refreshSnapshots(200);
  onTestFinished(() => service.close());
  const markets: WeakRef<Market>[] = [];
  for (let round = 0; round < 6; round += 1) {
    await service.refresh();
    const market = service.market();
    if (market) markets.push(new WeakRef(market));
  }
  await collectGarbage();
  expect(markets.map((market) => market.deref() !== undefined)).toEqual([false, false, false, false, false, true]);
});

test('faults 13, 14: hundreds of cut connections open one at a time, and leak no resources', async () => {
  await cutStream(testSize({ short: 400, long: 1_000 }));
});

test('a delivered message leaves nothing in memory, nor does its channel', async () => {
  const discord = await deliverMessages();
  onTestFinished(() => discord.close());
  const count = testSize({ short: 100, long: 250 });
  expect(await leftBy(() => discord.notify(count), count, heldBytes)).toBeLessThan(1_500);
  expect([discord.sent(), discord.queues()]).toEqual([2 * count, 0]);
});

test('callers waiting for the first snapshot are released once they are answered', async () => {
  const { current } = openHarness();
  const ask = async () => {
    await Promise.all(Array.from({ length: 5_000 }, () => current().getOrWait(0)));
  };
  expect(await leftBy(ask, 5_000, heldBytes)).toBeLessThan(150);
});
