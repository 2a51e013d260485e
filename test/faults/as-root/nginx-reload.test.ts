import { expect, onTestFinished, test } from 'vitest';
import { deliveredBids } from '../../journeys/world/delivered-bids.ts';
import { openWorld } from '../../journeys/world/world.ts';
import { proxyTo, startNginx } from './nginx.ts';

/** Stands on: the real bot, a real nginx between it and the simulated service, real sockets, real time. */

const RELOADS = 3;

test('fault 18: a bot whose nginx reloads during sales reconnects, and delivers sales once and in order', async () => {
  const world = await openWorld();
  onTestFinished(() => world.close());
  const nginx = await startNginx(proxyTo(world.service.url), 'worker_shutdown_timeout 20ms;');
  await world.startProcess({ SERVICE_URL: nginx.url });
  await world.ask(world.mod, 'market', '/feed add', { kind: 'auctions' });
  let bid = 2_000;
  const sell = () => {
    bid += 1;
    world.economy.auction({ item: { type: 'DIAMOND' }, amount: 1, finalBid: bid });
    return bid.toLocaleString('en-US');
  };
  const sellAndHear = async () => {
    const sold = sell();
    await expect.poll(() => deliveredBids(world)).toContain(sold);
  };
  for (let reload = 0; reload < RELOADS; reload += 1) {
    await sellAndHear();
    const back = world.service.nextConnection();
    sell();
    nginx.reload();
    sell();
    await back;
    await sellAndHear();
  }
  const delivered = deliveredBids(world);
  expect(delivered).toEqual([...new Set(delivered)].sort());
  await expect.poll(() => world.service.connections.size).toBe(1);
});
