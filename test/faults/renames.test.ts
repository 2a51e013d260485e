import { afterEach, expect, test } from 'vitest';
import { DAY_MS } from '../../src/time/durations.ts';
import { openWorld, textOf, type World } from '../journeys/world/world.ts';

/** Stands on: the real bot, over HTTP to the simulated service, and the local Discord; its time is skipped. */

const STEP_MS = 10_000;
const UUID = '069a79f4-44e9-4726-a5be-fca90e38aaf5';
const TWIN = '069a79f4-44e9-4726-a5be-fca90e38aaf6';
const BOB = { name: 'Bob', uuid: '069a79f4-44e9-4726-a5be-fca90e38aaf7' };

let world: World;
let places = 0;
afterEach(() => world.close());

/** Lists a shop. @returns its id */
function list(name: string, type = 'SLIME_BLOCK', uuid = UUID, remaining = 640): number {
  places += 1;
  const location = { x: places, y: 64, z: -3, world: 'world' };
  const of = { owner: { name, uuid }, price: 7, item: { type, quantity: 1 }, location };
  return world.economy.list({ type: 'SELLING', remaining, ...of }).id;
}

async function open(): Promise<void> {
  places = 0;
  world = await openWorld({ shops: 0 });
  list('Bob', 'DIRT', BOB.uuid);
}

const ask = (line: string, values = {}) => world.ask(world.player, null, line, values);
const shop = async (values = {}) => (await world.ask(world.player, 'market', '/shop', values)).text;
const sent = () => world.discord.messages(world.discord.world.dmChannel(world.player)).map(textOf);

/** Advances the clock until the next list of shops, and until the jobs have processed it. */
async function untilListed(): Promise<void> {
  const asked = () => world.service.snapshotCount().asked;
  for (const before = asked(); asked() === before; ) await world.skip(STEP_MS);
  await world.skip(60_000);
}

test('fault 86: a watch and a feed by player name follow the player to a new name, and show it', async () => {
  await open();
  const old = list('Ada');
  await world.startBot();
  await expect.poll(() => shop({ item: 'Slime Block' })).toContain('Ada');
  await ask('/watch add', { item: 'Slime Block', trigger: 'listed', owner: 'ada' });
  await ask('/watch my-shop', { owner: 'Ada', every: 0 });
  await world.ask(world.mod, 'staff', '/feed add', { kind: 'listings', owner: 'Ada' });
  world.economy.remove(old);
  list('Grace', 'HONEY_BLOCK');
  await untilListed();
  list('Grace');
  await untilListed();
  await expect.poll(() => sent().join('\n')).toContain('Slime Block');
  const posts = () => world.discord.messages(world.channel('staff')).map(textOf).join('\n');
  await expect.poll(posts).toMatch(/Slime Block/);
  const watches = (await ask('/watch list')).text;
  expect(watches).toContain('Grace');
  expect(watches).not.toContain('Ada');
  const feeds = (await world.ask(world.mod, 'staff', '/feed list')).text;
  expect(feeds).toContain('Grace');
});

test('fault 86: a new watch asks which of two players with one name is meant', async () => {
  await open();
  list('Ada');
  list('Ada');
  list('ada', 'HONEY_BLOCK', TWIN);
  await world.startBot();
  await expect.poll(() => shop({ item: 'Slime Block' })).toContain('Ada');
  const { text } = await ask('/watch add', { item: 'Slime Block', trigger: 'listed', owner: 'ADA' });
  expect(text).toContain('Several players are called **ADA**');
  expect(text).toContain(`\`${UUID}\`: 2 shops in world`);
  expect(text).toContain(`\`${TWIN}\`: 1 shop in world`);
  const mine = await ask('/watch my-shop', { owner: 'ADA' });
  expect(mine.text).toContain('Several players');
  expect((await ask('/watch add', { item: 'Slime Block', trigger: 'listed', owner: TWIN })).text).toContain('ada');
});

test('fault 86: an owner who left is shown with the time, and the maker notified once, after a day', async () => {
  await open();
  const only = list('Ada');
  let bot = await world.startBot();
  const restartAfter = async (ms: number) => {
    await bot.stop();
    world.discord.advance(ms);
    world.clock.skip(ms);
    bot = await world.startBot();
    await untilListed();
  };
  await expect.poll(() => shop({ item: 'Slime Block' })).toContain('Ada');
  const { text } = await ask('/watch add', { item: 'Dirt', trigger: 'restocked', owner: 'Ada' });
  expect(text).toContain('Ada');
  await world.skip(60_000);
  world.economy.remove(only);
  await untilListed();
  await untilListed();
  await expect.poll(async () => (await ask('/watch list')).text).toMatch(/No shop of \*\*Ada\*\* since <t:\d+:f>/);
  const player = world.discord.as(world.player).inDm();
  const [choice] = await player.autocomplete('/watch explain', 'watch', 'Dirt');
  const explained = await ask('/watch explain', { watch: String(choice?.value) });
  expect(explained.text).toMatch(/No shop of \*\*Ada\*\* since/);
  expect(sent().join('\n')).not.toContain('has no shop any more');

  await restartAfter(DAY_MS);
  const notices = () => sent().filter((one) => one.includes('Ada has no shop any more'));
  await expect.poll(() => notices().length).toBe(1);
  await restartAfter(2 * DAY_MS);
  expect(notices()).toHaveLength(1);

  list('Ada');
  await untilListed();
  await expect.poll(async () => (await ask('/watch list')).text).not.toContain('No shop of');
  expect(notices()).toHaveLength(1);
});

test('fault 86: a type that the game renamed keeps its watch, its search and its prices', async () => {
  await open();
  const scute = list('Ada', 'SCUTE');
  await world.startBot();
  await expect.poll(() => shop({ item: 'turtle scute' })).toContain('Ada');
  expect(await shop({ item: 'scute' })).toContain('Ada');
  await ask('/watch add', { item: 'SCUTE', trigger: 'at-or-below', price: 3 });
  world.economy.buy(scute, 5);
  await expect.poll(async () => (await ask('/price', { item: 'scute' })).text).toContain('5');
  world.economy.remove(scute);
  await untilListed();
  const now = list('Ada', 'TURTLE_SCUTE');
  await untilListed();
  expect(await shop({ item: 'scute' })).toContain('Ada');
  world.economy.setPrice(now, 2);
  await untilListed();
  await expect.poll(() => sent().join('\n')).toContain('Turtle Scute');
});
