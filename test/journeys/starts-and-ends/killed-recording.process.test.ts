import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { replay } from '../../../src/replay/replay.ts';
import { systemClock } from '../../../src/time/clock.ts';
import { temporaryFolder } from '../../storage/sqlite/temporary-folder.ts';
import { openWorld, type World } from '../world/world.ts';

/** Stands on: `npm start -- --record` in a process of its own, which is killed. */

let world: World;
afterEach(() => world.close());

test('a process killed while it records leaves a recording that can be replayed', async () => {
  world = await openWorld({ shops: 50 });
  const folder = join(temporaryFolder(), 'recording');
  const bot = await world.startProcess({}, { args: ['--record', folder, '--without-pixels'] });
  const recorded = async () => (await replay(folder, systemClock)).traffic.frames.of('auction');
  world.economy.auction({ item: { type: 'DIAMOND' }, amount: 1, finalBid: 5 });
  await expect.poll(recorded).toBe(1);
  for (let bid = 6; bid < 60; bid++) world.economy.auction({ item: { type: 'DIAMOND' }, amount: 1, finalBid: bid });
  await bot.stop('SIGKILL');

  const { about, unreadable, failures, traffic } = await replay(folder, systemClock);
  expect(about).toMatchObject({ pixels: false });
  expect(about.ended).toBeUndefined();
  expect([unreadable.entries(), failures.entries()]).toEqual([[], []]);
  expect(traffic.frames.of('auction')).toBeGreaterThanOrEqual(1);
});
