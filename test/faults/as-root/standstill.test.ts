import { setTimeout as wait } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { deliveredBids } from '../../journeys/world/delivered-bids.ts';
import { openWorld } from '../../journeys/world/world.ts';

/** Stands on: the real bot in a process of its own that is stopped (SIGSTOP) and continued, real sockets, real time. */

test('fault 24: a bot stopped for 30 s delivers the events since once, in order, without a reconnect', async () => {
  const world = await openWorld();
  onTestFinished(() => world.close());
  const bot = await world.startProcess();
  await world.ask(world.mod, 'market', '/feed add', { kind: 'auctions' });
  const upgrades = () => world.service.requests.filter(({ route }) => route === 'stream').length;
  const sell = (finalBid: number) => world.economy.auction({ item: { type: 'DIAMOND' }, amount: 1, finalBid });
  sell(2_001);
  await expect.poll(() => deliveredBids(world)).toEqual(['2,001']);

  bot.process.kill('SIGSTOP');
  for (const bid of [2_002, 2_003, 2_004, 2_005, 2_006]) {
    sell(bid);
    await wait(6_000);
  }
  bot.process.kill('SIGCONT');
  await expect.poll(() => deliveredBids(world)).toEqual(['2,001', '2,002', '2,003', '2,004', '2,005', '2,006']);
  // Enough for two checks of the connection, each of which could end it.
  await wait(21_000);
  expect([world.service.connections.size, upgrades()]).toEqual([1, 1]);
  expect(bot.log()).not.toContain('stream:');
});
