import { afterEach, expect, test } from 'vitest';
import { type Fault, htmlPage, refused } from '../../sandbox/discord/rest/faults.ts';
import { openWorld, type World } from '../journeys/world/world.ts';

/** Stands on: the real bot in a process of its own, over sockets to a Discord that refuses requests of its start. */

let world: World | null = null;

afterEach(async () => {
  await world?.close();
  world = null;
});

const REGISTRATION = { method: 'PUT', path: /^\/applications\/\d+\/commands$/ };
const GATEWAY = { method: 'GET', path: '/gateway/bot' };

const UNKNOWN: readonly (readonly [string, Fault])[] = [
  ['40333', refused(40_333)],
  ['an unlisted code', refused(50_009)],
  ['a rejected definition (50035)', refused(50_035)],
  ['the daily limit of new commands (30034)', refused(30_034, { status: 400 })],
  ['a 413 without a code', htmlPage({ status: 413 })],
  ['Missing Access, without DISCORD_GUILD_ID', refused(50_001)],
];

test.each(UNKNOWN)(
  'fault 83: a start survives %s at the registration of commands, and logs its begin and end once',
  async (name, fault) => {
    world = await openWorld({ shops: 20 });
    const refusal = world.discord.fail(REGISTRATION, fault, { times: 3 });
    const bot = await world.startProcess();
    expect(refusal.hits).toBe(3);
    const lines = (words: string) =>
      bot
        .log()
        .split('\n')
        .filter((line) => line.includes(words)).length;
    const isRejected = /\d{5}|413/.test(name) && name !== '40333';
    const [failing, over] =
      name === '40333'
        ? ['network refuses this address', 'Requests resumed: Discord accepts this address again']
        : [isRejected ? 'Commands rejected by Discord' : 'Commands not registered yet', 'Commands registered'];
    await expect.poll(() => lines(over)).toBe(1);
    expect(lines(failing)).toBe(1);
    expect((await world.ask(world.player, 'market', '/help')).text).not.toBe('');
    expect(await bot.stop()).toBe(0);
  },
);

test('fault 83: a start survives a refusal with an unlisted code before the login', async () => {
  world = await openWorld({ shops: 20 });
  const refusal = world.discord.fail(GATEWAY, refused(50_009), { times: 2 });
  const bot = await world.startProcess();
  expect(refusal.hits).toBe(2);
  expect(bot.log()).toContain('Discord reachable, logged in');
  expect(await bot.stop()).toBe(0);
});

test.each([10_002, 20_012])('a start ends with code %i, which names the application', async (code) => {
  world = await openWorld({ shops: 20 });
  world.discord.fail(REGISTRATION, refused(code), { times: Number.POSITIVE_INFINITY });
  const bot = await world.startProcess();
  expect(await bot.exited).toBe(1);
  expect(bot.log()).toContain('look at its application at discord.com/developers');
});
