import { readFileSync } from 'node:fs';
import process from 'node:process';
import { expect, onTestFinished, test } from 'vitest';
import { deliveredBids } from '../../journeys/world/delivered-bids.ts';
import { openWorld, type World } from '../../journeys/world/world.ts';

/** Stands on: the real bot as PID 1 of a PID namespace, as in a container without an init. */

/** `unshare` waits for the bot, which is process 1 there, and exits with its code. */
const FIRST = ['unshare', '--pid', '--fork', '--mount-proc'];

/** Returns the only child of `unshare`. */
function firstOf(waiting: number | undefined): number {
  return Number(readFileSync(`/proc/${waiting}/task/${waiting}/children`, 'utf8').trim());
}

async function sell(world: World, finalBid: number, delivered: readonly string[]): Promise<void> {
  world.economy.auction({ item: { type: 'DIAMOND' }, amount: 1, finalBid });
  await expect.poll(() => deliveredBids(world)).toEqual(delivered);
}

test('fault 62: as PID 1 of a container the bot ends with 0 within 5 s of SIGTERM, and starts again', async () => {
  const world = await openWorld();
  onTestFinished(() => world.close());
  const bot = await world.startProcess({}, { within: FIRST });
  const first = firstOf(bot.process.pid);
  expect(readFileSync(`/proc/${first}/status`, 'utf8')).toMatch(/^NSpid:\t\d+\t1$/m);
  await world.ask(world.mod, 'market', '/feed add', { kind: 'auctions' });
  await sell(world, 2_001, ['2,001']);

  const began = performance.now();
  process.kill(first, 'SIGTERM');
  expect(await bot.exited).toBe(0);
  expect(performance.now() - began).toBeLessThan(5_000);

  const connected = world.service.nextConnection();
  const next = await world.startProcess({}, { within: FIRST });
  await connected;
  await sell(world, 2_002, ['2,001', '2,002']);
  process.kill(firstOf(next.process.pid), 'SIGTERM');
  expect(await next.exited).toBe(0);
});
