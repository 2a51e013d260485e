import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OptionValues } from '../../../src/sandbox/discord/people/command-call.ts';
import { openWorld, textOf, type World } from '../world/world.ts';

let world: World;

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
  await world.startBot();
});
afterAll(async () => {
  expect(world.discord.violations).toEqual([]);
  await world.close();
});

test('one watch is chosen from the menu under the list and paused there: the same message says so', async () => {
  const player = world.discord.as(world.player).inDm();
  await world.ask(world.player, null, '/watch add', { item: 'Slime Block', trigger: 'traded' });
  const { message, text } = await world.ask(world.player, null, '/watch list');
  expect(text).toContain(
    '**Slime Block** · cheapest to buy: 4 for 1 diamond · 0.25 each\nTraded at a shop · nothing told yet',
  );
  const [choice] = await player.autocomplete('/watch pause', 'watch', 'Slime');
  const id = String(choice?.value);
  const chosen = await player.select(message, 'watch:choose:', [id]).reply();
  expect(textOf(chosen)).toContain('**Slime Block** · Traded at a shop\n-# nothing told yet');
  const paused = await player.press(chosen, `watch:pause:${id}`).reply();
  expect([paused.id, textOf(paused)]).toEqual([message.id, '⏸ Paused: **Slime Block** · Traded at a shop']);
  expect(textOf(await player.press(paused, 'watch:list:0').reply())).toContain('⏸ paused');
});

test('a watch of own shops gathers for 60 minutes, or as long as asked, and no other watch does', async () => {
  const ask = async (line: string, values: OptionValues) =>
    (await world.ask(world.player, null, `/watch ${line}`, values)).text;
  const idOf = async (name: string) => {
    const [choice] = await world.discord.as(world.player).inDm().autocomplete('/watch pause', 'watch', name);
    return String(choice?.value);
  };
  expect(await ask('my-shop', { owner: 'Ada' })).toContain('together every 60 minutes, an empty shop at once');
  const mine = await idOf('Shops of');
  expect(await ask('edit', { watch: mine, every: 15 })).toContain('together every 15 minutes');
  expect(await ask('list', {})).toContain('together every 15 minutes');
  expect(await ask('edit', { watch: mine, every: 0 })).not.toContain('together');
  expect(await ask('edit', { watch: await idOf('Slime'), every: 5 })).toContain('`every` is for a watch on your own');
});
