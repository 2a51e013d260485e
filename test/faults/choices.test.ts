import { afterAll, beforeAll, expect, test } from 'vitest';
import { openWorld, type World } from '../journeys/world/world.ts';

/**
 * Stands on: the real bot with the real discord.js, over sockets to the local Discord, which refuses choices past
 * Discord’s limits.
 */

/** More than Discord shows at once. */
const MANY = 30;

let world: World;

/**
 * Shops with their own owners, worlds and items, and feeds and watches for each; names are longer than a choice may be.
 */
beforeAll(async () => {
  world = await openWorld({ shops: 0 });
  for (let n = 10; n < 10 + MANY; n += 1) {
    const long = `${n}${'🧱'.repeat(60)}`;
    const owner = { name: `Ada${n}`, uuid: `069a79f4-44e9-4726-a5be-fca90e38aa${n}` };
    const location = { x: n, y: 64, z: -3, world: `world_${n}` };
    const snbt = `{display:{Name:"${long}"}}`;
    world.economy.list({ type: 'SELLING', remaining: 64, owner, location, item: { type: `BRICK_${n}`, snbt } });
  }
  await world.startBot();
  for (let n = 10; n < 10 + MANY; n += 1) {
    const filter = { owner: `${n}`.repeat(50), world: `${n}`.repeat(50) };
    await world.ask(world.mod, 'market', '/feed add', { kind: 'trades', ...filter });
    await world.ask(world.mod, 'market', '/watch add', { item: 'Diamond', trigger: 'traded', ...filter });
  }
});
afterAll(() => world.close());

test.each([
  ['/feed pause', 'feed', ''],
  ['/feed pause', 'feed', 'Purchases and sales'],
  ['/watch pause', 'watch', ''],
  ['/watch pause', 'watch', 'Diamond'],
  ['/shop', 'item', 'brick'],
  ['/shop', 'owner', 'ada'],
  ['/shop', 'not-owner', ''],
  ['/shop', 'world', 'world'],
  ['/watch quiet', 'timezone', 'America'],
])(
  'fault 70: more than 25 choices are cut to 25 of at most 100 characters each (%s, %s: %j)',
  async (line, option, typed) => {
    const choices = await world.discord.as(world.mod).in(world.channel('market')).autocomplete(line, option, typed);
    expect(choices).toHaveLength(25);
    for (const { name, value } of choices) {
      expect(String(name).length).toBeLessThanOrEqual(100);
      expect(String(value).length).toBeLessThanOrEqual(100);
    }
  },
);
