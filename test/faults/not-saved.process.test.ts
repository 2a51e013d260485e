import { afterEach, expect, test } from 'vitest';
import { openWorld, type World } from '../journeys/world/world.ts';
import { freePort } from '../monitor/free-port.ts';
import { limitFiles } from './limit-files.ts';

/** Stands on: the real bot in a process of its own whose files cannot grow, over sockets to a simulated world. */

const NOT_SAVED =
  'Sorry, I could not save that, so nothing has changed. The person who runs Crier can see why in its log.';

let world: World;
afterEach(() => world.close());

test('fault 54: a watch and a feed on a full disk are reported as not saved, and can be saved later', async () => {
  world = await openWorld();
  world.expectError('Command failed');
  const port = await freePort();
  const bot = await world.startProcess({ HTTP_PORT: String(port) });
  const health = async () => (await fetch(`http://127.0.0.1:${port}/health`)).json();
  const asks = {
    watch: async (item: string) =>
      (await world.ask(world.player, 'market', '/watch add', { item, trigger: 'auctioned' })).text,
    feed: async () => (await world.ask(world.mod, 'market', '/feed add', { kind: 'auctions' })).text,
  };
  const list = async () => [
    (await world.ask(world.player, 'market', '/watch list')).text,
    (await world.ask(world.mod, 'market', '/feed list')).text,
  ];
  expect(await asks.watch('DIAMOND')).toContain('**Diamond**');
  // Wait until the first snapshot is saved as well, so that no write is pending.
  await expect.poll(health).toMatchObject({ well: true, snapshot: { nextAt: expect.any(Number) } });
  const before = await list();

  limitFiles(bot, 1);
  expect(await asks.watch('EMERALD')).toBe(NOT_SAVED);
  expect(await asks.feed()).toBe(NOT_SAVED);
  expect(await list()).toEqual(before);
  expect(await health()).toMatchObject({ well: false, trouble: expect.stringMatching(/disk|full|I\/O/) });
  expect(bot.log(), 'no stack trace for what the operator can mend').not.toContain('"stack"');

  limitFiles(bot, 'unlimited');
  // Crier checks by itself whether the disk accepts writes again.
  await expect.poll(health).toMatchObject({ well: true, trouble: null });
  expect(await asks.watch('EMERALD')).toContain('**Emerald**');
  expect(await asks.feed()).toContain('New feed');
});
