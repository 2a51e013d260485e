import { afterAll, beforeAll, expect, test } from 'vitest';
import { messageFlags } from '../../../sandbox/discord/numbers.ts';
import { withDescendants } from '../../../sandbox/discord/rules/component-rules.ts';
import type { Message } from '../../../sandbox/discord/world/entities.ts';
import { openWorld, textOf, type World } from '../world/world.ts';

const ADA = { name: 'Ada', uuid: '069a79f4-44e9-4726-a5be-fca90e38aaf5' };
const PLACE = { x: 1, y: 64, z: -3, world: 'world' };

let world: World;
let shopId: number;

beforeAll(async () => {
  world = await openWorld({ shops: 60 });
  const item = { type: 'SLIME_BLOCK', quantity: 4 };
  shopId = world.economy.list({ type: 'SELLING', owner: ADA, price: 1, remaining: 6400, item, location: PLACE }).id;
  await world.startBot();
});
afterAll(async () => {
  expect(world.discord.violations).toEqual([]);
  await world.close();
});

/** Gives a message the form of Crier 0.3.0, an embed and this one button. @returns the button's custom id */
function makeOld(message: Message, button: RegExp): string {
  const id = idIn(message, button);
  message.flags &= ~messageFlags.componentsV2;
  message.content = '';
  message.embeds = [{ type: 'rich', title: 'As of old' }];
  message.components = [{ type: 1, id: 1, components: [{ type: 2, id: 2, style: 2, label: 'Old', custom_id: id }] }];
  return id;
}

function idIn({ components }: Message, pattern: RegExp): string {
  const ids = components.flatMap(withDescendants).map(({ custom_id: id }) => String(id));
  return ids.find((id) => pattern.test(id)) ?? `no ${pattern} among ${ids.join(', ')}`;
}

test('a page turn on an old list replaces it with the new form, and others get their own answer', async () => {
  const { message } = await world.ask(world.player, 'market', '/shop', { world: 'world' });
  const next = makeOld(message, /^shop:page:.*:1$/);
  const others = await world.discord.as(world.mod).in(world.channel('market')).press(message, next).reply();
  expect(textOf(others)).toContain('Page 2 of');
  expect([message.id === others.id, textOf(message)]).toEqual([false, 'rich\nAs of old']);
  const mine = await world.discord.as(world.player).in(world.channel('market')).press(message, next).reply();
  expect([mine.id, mine.embeds]).toEqual([message.id, []]);
  expect(textOf(message)).toContain('Page 2 of');
});

test('Undo under an old answer to a watch replaces it with the undone change', async () => {
  const values = { item: 'Slime Block', trigger: 'listed' };
  const { message } = await world.ask(world.player, 'market', '/watch add', values);
  const undo = makeOld(message, /^watch:undo:/);
  const reply = await world.discord.as(world.player).in(world.channel('market')).press(message, undo).reply();
  expect([reply.id, reply.embeds]).toEqual([message.id, []]);
  expect(textOf(message)).toBe('No longer watched: **Slime Block** · In a new shop');
});

test('Snooze under an old alert is confirmed below it, and the alert stays unchanged', async () => {
  await world.ask(world.player, null, '/watch add', { item: 'Slime Block', trigger: 'traded', cooldown: 0 });
  world.economy.buy(shopId, 15);
  const dm = world.discord.world.dmChannel(world.player);
  const alert = await world.discord.findMessage(dm, (one) => textOf(one).includes('60 × Slime Block: bought'));
  const snooze = makeOld(alert, /^watch:snooze:/);
  await world.discord.as(world.player).inDm().press(alert, snooze).reply();
  expect(alert.content).toMatch(/^-# Snoozed until <t:\d+:t>: \*\*Slime Block\*\* · Traded at a shop$/);
  expect(alert.embeds).toEqual([{ type: 'rich', title: 'As of old' }]);
  expect(alert.flags & messageFlags.componentsV2).toBe(0);
  expect(idIn(alert, /^watch:restore:/)).toMatch(/^watch:restore:/);
});
