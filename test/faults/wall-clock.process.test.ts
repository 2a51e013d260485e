import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { HOUR_MS } from '../../src/time/durations.ts';
import { deliveredBids } from '../journeys/world/delivered-bids.ts';
import { openWorld } from '../journeys/world/world.ts';

/** Stands on: the real bot in a process of its own, whose wall clock the test sets an hour off. */

const PRELOAD = `--import=${new URL('jump-wall-clock.ts', import.meta.url).href}`;

test('fault 23: a wall clock that jumps hours both ways delays no alert and keeps the connection', async () => {
  const world = await openWorld();
  onTestFinished(() => world.close());
  const WALL_CLOCK_AHEAD = join(world.folder, 'ahead');
  const bot = await world.startProcess({ NODE_OPTIONS: PRELOAD, WALL_CLOCK_AHEAD });
  await world.ask(world.mod, 'market', '/feed add', { kind: 'auctions' });
  await world.ask(world.player, 'market', '/watch add', { item: 'DIAMOND', trigger: 'auctioned', cooldown: 0 });
  const delivered: string[] = [];
  const sell = async (finalBid: number) => {
    world.economy.auction({ item: { type: 'DIAMOND' }, amount: 1, finalBid });
    delivered.push(finalBid.toLocaleString('en-US'));
    await expect.poll(() => deliveredBids(world)).toEqual(delivered);
    await expect.poll(() => deliveredBids(world, world.discord.world.dmChannel(world.player))).toEqual(delivered);
  };
  await sell(2_001);
  for (const [bid, ahead] of [
    [3_001, HOUR_MS],
    [4_001, -HOUR_MS],
    [5_001, 0],
  ] as const) {
    writeFileSync(WALL_CLOCK_AHEAD, String(ahead));
    bot.process.kill('SIGUSR2');
    for (const more of [0, 1]) await sell(bid + more);
  }
  expect(world.service.requests.filter(({ route }) => route === 'stream').length).toBe(1);
  expect(world.service.snapshotCount()).toMatchObject({ asked: 1, tooSoon: 0 });
  expect(bot.log()).not.toContain('stream:');
});
