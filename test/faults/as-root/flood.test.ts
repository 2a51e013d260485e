import { setTimeout as wait } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { deliveredBids } from '../../journeys/world/delivered-bids.ts';
import { openWorld } from '../../journeys/world/world.ts';
import { freePort } from '../../monitor/free-port.ts';

/** Stands on: the real bot in a process of its own with a heap of 64 MB, real sockets, real time. */

const SECONDS = 20;
const PER_SECOND = 5_000;
const AT_ONCE = 500;

/** Too small to hold all events of the flood with their notices. */
const NODE_OPTIONS = '--max-old-space-size=64';

test('fault 22: 5,000 events a second for 20 s are all ingested with a heap of 64 MB', async () => {
  const world = await openWorld();
  onTestFinished(() => world.close());
  const port = await freePort();
  const bot = await world.startProcess({ HTTP_PORT: String(port), NODE_OPTIONS });
  await world.ask(world.mod, 'market', '/feed add', { kind: 'auctions', item: 'EMERALD' });

  const began = performance.now();
  let sent = 0;
  while (sent < SECONDS * PER_SECOND) {
    for (let one = 0; one < AT_ONCE; one += 1) {
      sent += 1;
      world.economy.auction({ item: { type: 'DIAMOND' }, amount: 1 + (sent % 64), finalBid: 1 + (sent % 1_000) });
    }
    await wait(Math.max(0, began + (sent / PER_SECOND) * 1_000 - performance.now()));
  }
  world.economy.auction({ item: { type: 'EMERALD' }, amount: 1, finalBid: 2_001 });
  await expect
    .poll(() => [bot.process.exitCode, ...deliveredBids(world)], { timeout: 240_000 })
    .toEqual([null, '2,001']);
  const health = await (await fetch(`http://127.0.0.1:${port}/health`)).json();
  expect(health).toMatchObject({ stream: { state: 'live', counted: { auction: sent + 1 } } });
});
