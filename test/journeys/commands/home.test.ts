import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { OptionValues } from '../../../sandbox/discord/people/command-call.ts';
import { withDescendants } from '../../../sandbox/discord/rules/component-rules.ts';
import type { Message, User } from '../../../sandbox/discord/world/entities.ts';
import { openWorld, textOf, type World } from '../world/world.ts';

/** Stands on: the real bot and discord.js over sockets to a simulated Discord and service. */

const ADA = { name: 'Ada_Lovelace', uuid: '069a79f4-44e9-4726-a5be-fca90e38aaf5' };
const BOB = { name: 'Bob', uuid: '169a79f4-44e9-4726-a5be-fca90e38aaf5' };
/** The home of `world.mod`: nobody else may learn these numbers, or distances from there. */
const HOME = { x: 7_311, z: -4_207 };

const NEXT_SNAPSHOT_MS = 80_000;
const isAlert = (message: Message) => textOf(message).includes('1.5');

let world: World;

beforeAll(async () => {
  world = await openWorld({ shops: 0, environment: { SHOPS_REFRESH_SECONDS: '60' } });
  list(ADA, 2, { x: HOME.x + 300, z: HOME.z + 400 });
  list(BOB, 3, { x: HOME.x + 30, z: HOME.z + 40 });
  list(BOB, 4, { x: HOME.x + 3_000, z: HOME.z + 4_000 });
  // More than a page, so that the list has a menu of orders. The farthest shop is the cheapest.
  for (const n of [1, 2, 3, 4, 5, 6, 7]) list(BOB, n, { x: HOME.x + 800 - n * 100, z: HOME.z }, 'STONE');
  await world.startBot();
});
afterAll(async () => {
  expect(world.discord.violations).toEqual([]);
  await world.close();
});
beforeEach(() => me({ name: 'Ada_Lovelace', ...HOME }));

function list(owner: typeof ADA, price: number, { x, z }: typeof HOME, type = 'DIRT'): void {
  const location = { x, y: 64, z, world: 'world' };
  world.economy.list({ type: 'SELLING', owner, price, remaining: 9, location, item: { type } });
}
const me = (values: OptionValues) => world.ask(world.mod, 'market', '/me', values);
const shop = (user: User, values: OptionValues = {}, where: string | null = 'market') =>
  world.ask(user, where, '/shop', { item: 'DIRT', ...values });
const labelsOf = ({ components }: Message) =>
  components.flatMap(withDescendants).flatMap(({ label }) => (label === undefined ? [] : [String(label)]));
const idOf = ({ components }: Message, label: string) =>
  String(components.flatMap(withDescendants).find((control) => control.label === label)?.custom_id);
/** Returns an answer without what differs by time and by saved query. */
const withoutKeys = ({ components }: Message) =>
  JSON.stringify(components).replace(/(?<=(?:shop|deals):[a-z-]+:)[\w-]{10,}/g, 'KEY');

test('a private answer measures from home and can be sorted by it, and so does one in direct messages', async () => {
  const { message, text } = await shop(world.mod, { private: true, sort: 'distance' });
  expect(message.onlyFor).toEqual(world.mod);
  expect(text.match(/[\d,]+ blocks/g)).toEqual(['50 blocks', '500 blocks', '5,000 blocks']);
  expect(text).toContain('50 blocks from your home');
  expect(text).toContain('Distances from your home.');
  expect((await shop(world.mod, {}, null)).text).toContain('500 blocks');
});

test.each(['/shop', '/deals'])('%s sorted by distance from home is for its user alone', async (line) => {
  const sorted = () => world.ask(world.mod, 'market', line, { item: 'DIRT', sort: 'distance' });
  const { message, text } = await sorted();
  expect(message.onlyFor).toBe(world.mod);
  if (line === '/shop') expect(text).toMatch(/50 blocks.*500 blocks.*5,000 blocks/s);
  await me({ clear: 'home' });
  expect((await sorted()).text).toContain('save your home with');
  const placed = await world.ask(world.mod, 'market', line, { item: 'DIRT', sort: 'distance', x: 1, z: 2 });
  expect(placed.message.onlyFor, 'a given place reveals no home').toBeNull();
});

test('“Nearest first” in the menu of a public answer opens an answer for its reader alone', async () => {
  const { message, text } = await shop(world.mod, { item: 'STONE' });
  expect(text).not.toContain('blocks');
  const menu = message.components
    .flatMap(withDescendants)
    .find(({ options }) => JSON.stringify(options)?.includes('price'));
  const nearest = (user: User) =>
    world.discord.as(user).in(world.channel('market')).select(message, String(menu?.custom_id), ['distance']).reply();
  const mine = await nearest(world.mod);
  expect([mine.onlyFor, textOf(mine)]).toEqual([
    world.mod,
    expect.stringMatching(/100 blocks.*200 blocks.*300 blocks/s),
  ]);
  expect(textOf(await nearest(world.player))).toContain('I don’t know your home yet');
  expect(textOf(message)).toBe(text);
});

test('public answers do not differ by the home, and offer distances to each reader alone', async () => {
  const before = await shop(world.mod);
  expect(before.text).not.toMatch(/blocks|home/);
  await me({ x: 5, z: 6 });
  const after = await shop(world.mod);
  expect(withoutKeys(after.message)).toBe(withoutKeys(before.message));
  await me(HOME);
  const button = idOf(after.message, 'Distances for me');
  const mine = await world.discord.as(world.mod).in(world.channel('market')).press(after.message, button).reply();
  expect([mine.onlyFor, textOf(mine)]).toEqual([world.mod, expect.stringMatching(/500 blocks.*50 blocks/s)]);
  expect(labelsOf(mine)).not.toContain('Distances for me');
  const other = await world.discord.as(world.player).in(world.channel('market')).press(after.message, button).reply();
  expect([other.onlyFor, textOf(other)]).toEqual([world.player, expect.stringContaining('I don’t know your home yet')]);
});

test('a distance without a place counts from home, in an answer for its user alone', async () => {
  const { message, text } = await shop(world.mod, { within: 100 });
  expect(text).toContain('\n-# within 100 blocks of your home\n');
  expect(text).not.toContain(`${HOME.x} ${HOME.z}`);
  expect(message.onlyFor).toBe(world.mod);
  expect(text).toContain('50 blocks');
  expect(text).not.toContain('500 blocks');
  await me({ clear: 'home' });
  expect((await shop(world.mod, { within: 100 })).text).toMatch(/^`within` needs a place.* save your home with <\/me/);
  const feed = await world.ask(world.mod, 'market', '/feed add', { kind: 'trades', within: 100 });
  expect(feed.text, 'a feed takes no home').toBe('`within` needs a place: give `near`, or `x` and `z` too.');
});

test('a list around a home that was cleared since asks for a place', async () => {
  const actor = world.discord.as(world.mod).in(world.channel('market'));
  const empty = await actor.run('/shop', { item: 'DIRT', within: 100, 'max-price': 1 }).reply();
  const show = idOf(empty, 'Show it');
  await me({ clear: 'home' });
  expect(textOf(await actor.press(empty, show).reply())).toContain('`within` needs a place');
});

test('a watch on a distance without a place keeps the home, and one on own shops the own name', async () => {
  const actor = world.discord.as(world.mod).in(world.channel('market'));
  const watch = { item: 'DIRT', trigger: 'at-or-below', price: 5, within: 100 };
  const saved = await actor.run('/watch add', watch).reply();
  expect(textOf(saved)).toContain(`within 100 blocks of \`${HOME.x} ${HOME.z}\``);
  expect(textOf(await actor.run('/watch my-shop').reply())).toContain('Ada\\_Lovelace');
  await me({ clear: 'name' });
  expect(textOf(await actor.run('/watch my-shop').reply())).toContain('Whose shops? Give `owner`');
  await actor.run('/watch forget').reply();
});

test('an alert names the distance from home, and a watch ignores the user’s own shops', async () => {
  const actor = world.discord.as(world.mod).in(world.channel('market'));
  const saved = await actor.run('/watch add', { item: 'DIRT', trigger: 'at-or-below', price: 2.5 }).reply();
  expect(textOf(saved), 'the only such shop is the user’s own').not.toContain('already');
  list(ADA, 1, { x: HOME.x + 6, z: HOME.z + 8 });
  list(BOB, 1.5, { x: HOME.x + 60, z: HOME.z + 80 });
  await world.skip(NEXT_SNAPSHOT_MS);
  const alert = await world.discord.findMessage(world.discord.world.dmChannel(world.mod), isAlert);
  expect(textOf(alert)).toContain('100 blocks from your home');
  expect(textOf(alert)).not.toContain('10 blocks');
  const [watch] = await actor.autocomplete('/watch explain', 'watch', '');
  const explained = await actor.run('/watch explain', { watch: String(watch?.value) }).reply();
  expect(textOf(explained)).toContain('your own shop');
});
