import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OptionValues } from '../../../sandbox/discord/people/command-call.ts';
import { withDescendants } from '../../../sandbox/discord/rules/component-rules.ts';
import type { Message } from '../../../sandbox/discord/world/entities.ts';
import { openWorld, textOf, type World } from '../world/world.ts';

const customIdsOf = ({ components }: Message) =>
  components.flatMap(withDescendants).flatMap(({ custom_id: id }) => (id === undefined ? [] : [String(id)]));

let world: World;
let bot: Awaited<ReturnType<World['startBot']>>;

beforeAll(async () => {
  world = await openWorld({ shops: 0 });
  const owner = { name: 'Ada', uuid: '069a79f4-44e9-4726-a5be-fca90e38aaf5' };
  const location = { x: 1, y: 64, z: -3, world: 'world' };
  world.economy.list({
    type: 'SELLING',
    owner,
    price: 1,
    remaining: 64,
    item: { type: 'SLIME_BLOCK', quantity: 4 },
    location,
  });
  bot = await world.startBot();
});
afterAll(async () => {
  expect(world.discord.violations).toEqual([]);
  await world.close();
});

test('a watch chosen from the menu under the list is paused there, and the same message shows that', async () => {
  const player = world.discord.as(world.player).inDm();
  await world.ask(world.player, null, '/watch add', { item: 'Slime Block', trigger: 'traded' });
  const { message, text } = await world.ask(world.player, null, '/watch list');
  expect(text).toContain('**Slime Block** · Traded at a shop');
  const [choice] = await player.autocomplete('/watch pause', 'watch', 'Slime');
  const id = String(choice?.value);
  const chosen = await player.select(message, 'watch:choose:', [id]).reply();
  expect(textOf(chosen)).toContain('**Slime Block** · Traded at a shop\n-# nothing told yet');
  const paused = await player.press(chosen, `watch:pause:${id}`).reply();
  expect([paused.id, textOf(paused)]).toEqual([message.id, '⏸ Paused: **Slime Block** · Traded at a shop']);
  expect(textOf(await player.press(paused, 'watch:list:0').reply())).toContain('⏸ paused');
});

test('a watch on the user’s own shops gathers for 60 minutes or as given, and no other watch gathers', async () => {
  const ask = async (line: string, values: OptionValues) =>
    (await world.ask(world.player, null, `/watch ${line}`, values)).text;
  const idOf = async (name: string) => {
    const [choice] = await world.discord.as(world.player).inDm().autocomplete('/watch pause', 'watch', name);
    return String(choice?.value);
  };
  expect(await ask('my-shop', { owner: 'Ada' })).toContain('one message every 60 minutes, empty shops at once');
  const mine = await idOf('Shops of');
  expect(await ask('edit', { watch: mine, every: 15 })).toContain('one message every 15 minutes');
  expect(await ask('list', {})).toContain('one message every 15 minutes');
  expect(await ask('edit', { watch: mine, every: 0 })).not.toContain('together');
  expect(await ask('edit', { watch: await idOf('Slime'), every: 5 })).toContain('`every` is for a watch on your own');
});

test('a form changes the price of a listed watch, quotes a typo, and *Try again* keeps the values', async () => {
  const player = world.discord.as(world.player).inDm();
  await world.ask(world.player, null, '/watch add', { item: 'Slime Block', trigger: 'at-or-below', price: 0.2 });
  const { message, text } = await world.ask(world.player, null, '/watch list');
  expect(text).toContain('**Slime Block** · 0.20 or less · now 0.25, 25% above');
  expect(text).toMatch(/-# Shops as of <t:\d+:R>/);
  const [choice] = await player.autocomplete('/watch pause', 'watch', '0.20');
  const id = String(choice?.value);
  const chosen = await player.select(message, 'watch:choose:', [id]).reply();
  const asked = player.press(chosen, `watch:ask-price:${id}`);
  expect(JSON.stringify(await asked.modal())).toContain('"value":"0.2"');
  const refused = await (await player.submit(asked, { price: 'O.24: 5' })).reply();
  expect([refused.id, textOf(refused)]).toEqual([
    message.id,
    expect.stringContaining('I can’t read “O.24\\: 5” as a price.'),
  ]);
  const again = player.press(refused, `watch:retry-price:${id}:O.24: 5`);
  expect(JSON.stringify(await again.modal())).toContain('"value":"O.24: 5"');
  const saved = await (await player.submit(again, { price: '0.24' })).reply();
  expect([saved.id, textOf(saved)]).toEqual([
    message.id,
    expect.stringContaining('**Slime Block** · 0.24 diamonds each or less'),
  ]);
  await world.ask(world.player, null, '/watch undo');
  expect((await world.ask(world.player, null, '/watch list')).text).toContain('0.20 or less');
});

test('the form behind *Watch this* suggests a price below the cheapest, and a typo keeps its values', async () => {
  const player = world.discord.as(world.player).inDm();
  const { message } = await world.ask(world.player, null, '/shop', { item: 'Slime Block', private: true });
  const watchId = customIdsOf(message).find((one) => one.startsWith('shop:watch:')) ?? '';
  const asked = player.press(message, watchId);
  expect(JSON.stringify(await asked.modal())).toContain('"value":"0.24"');
  const refused = await (await player.submit(asked, { price: '0.2o' })).reply();
  expect(textOf(refused)).toMatch(/I can’t read “0.{1,2}2o” as a price/);
  const again = player.press(refused, customIdsOf(refused)[0] ?? '');
  expect(JSON.stringify(await again.modal())).toContain('"value":"0.2o"');
  const saved = await (await player.submit(again, { price: '0.21' })).reply();
  expect([saved.id, textOf(saved)]).toEqual([refused.id, expect.stringContaining('0.21 diamonds each or less')]);
});

test('a new watch without its price asks for it, keeps its other options, and shows a bundle as typed', async () => {
  const player = world.discord.as(world.player).inDm();
  const terms = { item: 'Slime Block', trigger: 'at-or-above', cooldown: 5, expires: 3, world: 'world' };
  const { message, text } = await world.ask(world.player, null, '/watch add', terms);
  expect(text).toContain('needs a `price`: the least that a shop should pay');
  const asked = player.press(message, customIdsOf(message)[0] ?? '');
  const refused = await (await player.submit(asked, { price: '12 fro 1' })).reply();
  const again = player.press(refused, customIdsOf(refused)[0] ?? '');
  const saved = textOf(await (await player.submit(again, { price: '12 for 1' })).reply());
  expect(saved).toContain('A shop pays 0.083 diamonds each (12 for 1) or more, in world, at most every 5 minutes');
  expect(saved).toMatch(/Ends <t:\d+:f>/);
  const [choice] = await player.autocomplete('/watch pause', 'watch', '12 for 1');
  const list = (await world.ask(world.player, null, '/watch list')).message;
  const chosen = await player.select(list, 'watch:choose:', [String(choice?.value)]).reply();
  const form = player.press(chosen, `watch:ask-price:${choice?.value}`);
  expect(JSON.stringify(await form.modal())).toContain('"value":"12 for 1"');
});

test('*Try again* reopens a form with its values after a restart, or asks to repeat the command', async () => {
  const player = world.discord.as(world.player).inDm();
  const terms = { item: 'Slime Block', trigger: 'at-or-below', cooldown: 5 };
  const { message } = await world.ask(world.player, null, '/watch add', terms);
  const asked = player.press(message, customIdsOf(message)[0] ?? '');
  const refused = await (await player.submit(asked, { price: '0.2o' })).reply();
  const again = () => player.press(refused, customIdsOf(refused)[0] ?? '');
  await bot.stop();
  bot = await world.startBot();
  expect(JSON.stringify(await again().modal())).toContain('"value":"0.2o"');

  await bot.stop();
  for (const side of ['', '-wal', '-shm']) await rm(join(world.folder, `crier.cache.sqlite${side}`), { force: true });
  bot = await world.startBot();
  expect(textOf(await again().reply())).toBe('I no longer have this form. Please run the command again.');
});
