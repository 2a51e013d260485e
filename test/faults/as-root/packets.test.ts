import { setTimeout as wait } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { deliveredBids } from '../../journeys/world/delivered-bids.ts';
import { openWorld } from '../../journeys/world/world.ts';
import { openNetwork } from './network.ts';
import { startServiceProcess } from './start-service-process.ts';

/**
 * Stands on: the real bot, the service on another machine (a network namespace) behind a router that stops forwarding;
 * real time.
 */

test('fault 16: dropped packets for 8 s cause no outage, and for longer are detected within 35 s', async () => {
  const network = openNetwork();
  const service = await startServiceProcess(network.far, network.onFar);
  const world = await openWorld();
  onTestFinished(() => world.close());
  const bot = await world.startProcess({ SERVICE_URL: service.url });
  await world.ask(world.mod, 'market', '/feed add', { kind: 'auctions' });
  service.sell(2_001);
  await expect.poll(() => deliveredBids(world)).toEqual(['2,001']);

  network.drop();
  service.sell(2_002);
  await wait(8_000);
  network.carry();
  await expect.poll(() => deliveredBids(world)).toEqual(['2,001', '2,002']);
  expect(bot.log()).not.toContain('stream:');

  network.drop();
  const droppedAt = performance.now();
  await expect.poll(bot.log).toContain('Stream down: no connection (silent), retrying');
  expect((performance.now() - droppedAt) / 1_000).toBeLessThan(35);
  network.carry();
  await expect.poll(bot.log).toContain('Stream live again');
  service.sell(2_003);
  await expect.poll(() => deliveredBids(world)).toEqual(['2,001', '2,002', '2,003']);
});
