import { afterAll, beforeAll, expect, test } from 'vitest';
import { withDescendants } from '../../../sandbox/discord/rules/component-rules.ts';
import type { Message } from '../../../sandbox/discord/world/entities.ts';
import { openWorld, textOf, type World } from '../world/world.ts';

const NEXT = 'painting-banned:page:1';

let world: World;

function optionsOf({ components }: Message, id: string): readonly string[] {
  const menu = components.flatMap(withDescendants).find(({ custom_id: of }) => of === id);
  return JSON.stringify(menu ?? {}).match(/(?<="value":")[^"]+/g) ?? [];
}

beforeAll(async () => {
  world = await openWorld({ shops: 60 });
  await world.startBot();
});
afterAll(() => world.close());

test('the asker turns pages of banned paintings for all, and other users get their own answer', async () => {
  const { message } = await world.ask(world.player, 'market', '/painting-banned');
  message.components = [{ type: 1, id: 1, components: [{ type: 2, id: 2, style: 2, label: 'Next', custom_id: NEXT }] }];
  const others = await world.discord.as(world.mod).in(world.channel('market')).press(message, NEXT).reply();
  expect([others.id === message.id, others.onlyFor?.id]).toEqual([false, world.mod.id]);
  const mine = await world.discord.as(world.player).in(world.channel('market')).press(message, NEXT).reply();
  expect(mine.id).toBe(message.id);
});

test('/help shows feeds to moderators of the server only, and links back from each topic', async () => {
  const member = await world.ask(world.player, 'market', '/help');
  expect(member.text).not.toContain('/feed');
  expect(optionsOf(member.message, 'help:more:')).not.toContain('feed');
  const forged = await world.discord
    .as(world.player)
    .in(world.channel('market'))
    .select(member.message, 'help:more:', ['watch'])
    .reply();
  expect(textOf(forged)).toContain('Choose an `item`');
  const back = await world.discord.as(world.player).in(world.channel('market')).press(forged, 'help:all:').reply();
  expect(textOf(back)).toBe(member.text);
  expect((await world.ask(world.mod, 'market', '/help')).text).toContain('feed add');
  expect((await world.ask(world.mod, null, '/help')).text).not.toContain('feed add');
});
