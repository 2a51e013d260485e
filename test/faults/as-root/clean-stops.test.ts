import process from 'node:process';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { deliveredBids } from '../../journeys/world/delivered-bids.ts';
import { openWorld } from '../../journeys/world/world.ts';
import { propertyRuns } from '../../property-runs.ts';

/** Stands on: the real bot in processes that get SIGTERM while they work, real sockets, real time. */

const STOPS = propertyRuns() > 1_000 ? 100 : 10;
const BETWEEN_EVENTS_MS = 50;
/** Slow enough that events are delivered one message each. */
const DELIVERED_EVERY = 20;

test('fault 60: repeated SIGTERMs at 20 events a second each end the bot with 0 in 5 s, without repeats', async () => {
  const world = await openWorld();
  onTestFinished(() => world.close());
  let fell = 0;
  const falling = setInterval(() => {
    fell += 1;
    const isDelivered = fell % DELIVERED_EVERY === 0;
    const finalBid = isDelivered ? 1_000 + fell / DELIVERED_EVERY : 7;
    world.economy.auction({ item: { type: isDelivered ? 'DIAMOND' : 'STONE' }, amount: 1, finalBid });
  }, BETWEEN_EVENTS_MS);
  onTestFinished(() => clearInterval(falling));

  const durationMs: number[] = [];
  for (let stop = 0; stop < STOPS; stop += 1) {
    const bot = await world.startProcess();
    if (stop === 0) await world.ask(world.mod, 'market', '/feed add', { kind: 'auctions', item: 'DIAMOND' });
    await wait((stop % 5) * 700);
    const began = performance.now();
    expect([await bot.stop(), bot.log()]).toEqual([0, expect.not.stringContaining('"level":"error"')]);
    durationMs.push(Math.round(performance.now() - began));
  }
  expect(Math.max(...durationMs)).toBeLessThan(5_000);
  const delivered = deliveredBids(world);
  expect(delivered.length).toBeGreaterThan(0);
  expect(delivered).toEqual([...new Set(delivered)].sort());
  process.stderr.write(`stops took ${durationMs.sort((one, other) => one - other).join(', ')} ms\n`);
});
