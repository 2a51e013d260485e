import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Bot } from '../../sandbox/bot.ts';
import type { Dispatch } from '../../sandbox/discord/events.ts';
import type { Json } from '../../sandbox/discord/json.ts';
import { openWorld, textOf, type World } from '../journeys/world/world.ts';
import { testSize } from '../property-runs.ts';

/**
 * Regression test for public reports: an interaction with an unknown component or without a field ended bots.
 *
 * Stands on: the real bot with the real discord.js, over sockets to the local Discord.
 */

const KINDS = ['command', 'autocomplete', 'button', 'menu', 'modal'] as const;
type Kind = (typeof KINDS)[number];

let world: World;
let bot: Bot;
/** Packets as Discord sends them, by kind of interaction. */
const packets = new Map<Kind, Json>();
const uncaught: unknown[] = [];
const noteUncaught = (error: unknown) => void uncaught.push(error);

beforeAll(async () => {
  process.on('uncaughtException', noteUncaught).on('unhandledRejection', noteUncaught);
  world = await openWorld({ shops: 20 });
  bot = await world.startBot();
  for (const line of ['Could not process a gateway packet', 'Command failed']) world.expectError(line);
  await collectPackets();
});
afterAll(async () => {
  await world.close();
  process.off('uncaughtException', noteUncaught).off('unhandledRejection', noteUncaught);
});

const inMarket = (who = world.mod) => world.discord.as(who).in(world.channel('market'));

async function collectPackets(): Promise<void> {
  let kind: Kind = 'command';
  const keep = ({ name, data }: Dispatch) => {
    if (name === 'INTERACTION_CREATE') packets.set(kind, structuredClone(data));
  };
  world.discord.events.on('dispatch', keep);
  const mod = inMarket();
  const { message } = await world.ask(world.mod, 'market', '/watch add', { item: 'DIAMOND', trigger: 'auctioned' });
  kind = 'button';
  await mod.press(message, 'watch:list:0').reply();
  const list = await world.ask(world.mod, 'market', '/watch list');
  const [watch] = JSON.stringify(list.message.components).match(/(?<="value":")[\w-]{12}(?=")/) ?? [];
  kind = 'menu';
  await mod.select(list.message, 'watch:choose:', [String(watch)]).reply();
  const greeting = await world.discord.findMessage(world.channel('lobby'));
  const lobby = world.discord.as(world.mod).in(world.channel('lobby'));
  const opened = lobby.press(greeting, 'feed:setup:');
  kind = 'modal';
  const values = { channel: [world.channel('staff').id], kinds: ['auctions'], 'min-value': '50' };
  await (await lobby.submit(opened, values)).reply();
  kind = 'autocomplete';
  await mod.autocomplete('/shop', 'item', 'dia');
  kind = 'command';
  await world.ask(world.mod, 'market', '/shop', { item: 'DIAMOND' });
  world.discord.events.off('dispatch', keep);
  expect([...packets.keys()].sort()).toEqual([...KINDS].sort());
}

/** Sends a packet to the bot, after all earlier ones. */
function send(name: string, data: Json): void {
  world.discord.events.emit('dispatch', { name, data, intents: 0 });
}

/** Returns the paths of all fields of a packet, with entries of lists by index. */
function pathsOf(value: unknown, path: readonly string[] = []): readonly (readonly string[])[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, one]) => [[...path, key], ...pathsOf(one, [...path, key])]);
}

const ODD_VALUES: readonly unknown[] = [undefined, null, 7, '13', {}, [], [null]];
/**
 * The number of values per field; `npm run test:long` tries all. Fields take turns, so that each value meets many
 * fields.
 */
const TRIED = testSize({ short: 2, long: ODD_VALUES.length });
/** The number of values for each deeply nested field. A packet has hundreds of such fields. */
const TRIED_FAR_INSIDE = testSize({ short: 1, long: 3 });

function oddValuesFor(path: readonly string[], turn: number): readonly unknown[] {
  const first = turn % ODD_VALUES.length;
  const turned = [...ODD_VALUES.slice(first), ...ODD_VALUES.slice(0, first)];
  return turned.slice(0, path.length > 3 ? TRIED_FAR_INSIDE : TRIED);
}

/** Copies a packet with one odd field; undefined removes the field. */
function withOdd(packet: Json, path: readonly string[], odd: unknown): Json {
  const copy = structuredClone(packet);
  let at: Json = copy;
  for (const key of path.slice(0, -1)) at = at[key] as Json;
  const last = path.at(-1) ?? '';
  if (odd === undefined) delete at[last];
  else at[last] = odd;
  return copy;
}

async function answersNext(): Promise<void> {
  const { text } = await world.ask(world.player, 'market', '/help');
  expect(text).toContain('/shop');
  expect(uncaught).toEqual([]);
}

test.each(KINDS)(
  'fault 101: %s: no missing, null or mistyped field ends the process, and the next command is answered',
  async (kind) => {
    const packet = packets.get(kind) ?? {};
    for (const [turn, path] of pathsOf(packet).entries()) {
      for (const odd of oddValuesFor(path, turn)) send('INTERACTION_CREATE', withOdd(packet, path, odd));
      // Lets the bot read them in between.
      await new Promise(setImmediate);
    }
    await answersNext();
  },
  120_000,
);

test('fault 101: invalid packets of servers, channels and roles end no process', async () => {
  const names = ['GUILD_CREATE', 'GUILD_UPDATE', 'GUILD_DELETE', 'CHANNEL_CREATE', 'CHANNEL_UPDATE', 'CHANNEL_DELETE'];
  const more = ['GUILD_ROLE_CREATE', 'GUILD_ROLE_UPDATE', 'GUILD_MEMBER_UPDATE', 'THREAD_CREATE', 'NO_SUCH_EVENT'];
  for (const name of [...names, ...more])
    for (const data of [{}, { id: null }, { guild_id: 7 }, { id: '1', channels: null, roles: 3 }]) send(name, data);
  await answersNext();
});

test('fault 101: a cause that occurs a hundred times is one log line, without the content of a packet', async () => {
  const before = bot.log().length;
  const { entitlements, ...packet } = packets.get('command') ?? {};
  expect(entitlements).toEqual([]);
  const data = { ...packet, authorizing_integration_owners: null, token: 'secret-of-the-packet' };
  for (let n = 0; n < 100; n += 1) send('INTERACTION_CREATE', data);
  await answersNext();
  const fresh = bot.log().slice(before);
  expect(fresh.split('Could not process a gateway packet').length - 1).toBeLessThanOrEqual(1);
  expect(bot.log()).toMatch(/"event":"INTERACTION_CREATE".*Could not process a gateway packet/);
  expect(bot.log()).not.toContain('secret-of-the-packet');
});

test.each([
  ['missing', undefined],
  ['null', null],
  ['a number', 7],
])('fault 101: a command from a user with the locale %s is answered in English', async (_, locale) => {
  const change = ({ data }: Dispatch) => {
    if (locale === undefined) delete data.locale;
    else data.locale = locale;
    data.guild_locale = 9;
  };
  world.discord.events.prependOnceListener('dispatch', change);
  const failing = await inMarket().run('/price', { item: 'no such thing at all' }).reply();
  expect(textOf(failing)).toMatch(/no such thing at all/);
  await answersNext();
});
