import { afterEach, expect, test } from 'vitest';
import { openWorld, type World } from '../journeys/world/world.ts';
import { freePort } from '../monitor/free-port.ts';
import { limitFiles } from './limit-files.ts';

/** Stands on: the real bot in a process of its own whose files may grow no more, over sockets to a simulated world. */

const NOT_SAVED =
  'Sorry, I could not save that, so nothing has changed. The person who runs Crier can see why in its log.';

let world: World;
afterEach(() => world.close());

test('fault 54: while the disk is full, a watch and a feed are said not to be saved, and are not there; afterwards they can be', async () => {
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
  // The first snapshot is written down too: nothing is left to write.
  await expect.poll(health).toMatchObject({ well: true, snapshot: { nextAt: expect.any(Number) } });
  const before = await list();

  limitFiles(bot, 1);
  expect(await asks.watch('EMERALD')).toBe(NOT_SAVED);
  expect(await asks.feed()).toBe(NOT_SAVED);
  expect(await list()).toEqual(before);
  expect(await health()).toMatchObject({ well: false, trouble: expect.stringMatching(/disk|full|I\/O/) });
  expect(bot.log(), 'no stack trace for what the operator can mend').not.toContain('"stack"');

  limitFiles(bot, 'unlimited');
  // Crier tries by itself whether the disk takes something again.
  await expect.poll(health).toMatchObject({ well: true, trouble: null });
  expect(await asks.watch('EMERALD')).toContain('**Emerald**');
  expect(await asks.feed()).toContain('New feed');
});
