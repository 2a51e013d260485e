import { afterAll, beforeAll, expect, test } from 'vitest';
import { openWorld, type World } from '../world/world.ts';

const NEXT = 'painting-banned:page:1';

let world: World;

beforeAll(async () => {
  world = await openWorld({ shops: 60 });
  await world.startBot();
});
afterAll(() => world.close());

test('whoever asked for the banned paintings turns the page for all, anybody else for themselves', async () => {
  const { message } = await world.ask(world.player, 'market', '/painting-banned');
  message.components = [{ type: 1, id: 1, components: [{ type: 2, id: 2, style: 2, label: 'Next', custom_id: NEXT }] }];
  const others = await world.discord.as(world.mod).in(world.channel('market')).press(message, NEXT).reply();
  expect([others.id === message.id, others.onlyFor?.id]).toEqual([false, world.mod.id]);
  const mine = await world.discord.as(world.player).in(world.channel('market')).press(message, NEXT).reply();
  expect(mine.id).toBe(message.id);
});
