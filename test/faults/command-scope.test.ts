import { REST, Routes } from 'discord.js';
import { afterEach, expect, test } from 'vitest';
import { refused } from '../../sandbox/discord/rest/faults.ts';
import { openWorld, type World } from '../journeys/world/world.ts';

/**
 * Regression test for a public report: "Duplicate Slash Commands", after a bot was registered in one server and then
 * globally.
 *
 * Stands on: the real bot with the real discord.js, its store in files, over sockets to the local Discord.
 */

const REMOVED = 'Commands of an earlier DISCORD_GUILD_ID removed';
const GLOBAL_REMOVED = 'Global commands removed: DISCORD_GUILD_ID names one server';
const SEARCHED_IN_SOME = 'Commands of an earlier DISCORD_GUILD_ID may remain, only some servers were searched';

let world: World;
afterEach(() => world.close());

/**
 * Starts the bot with a setting, and stops it when it has logged `line` and registered as expected.
 * @returns its log
 */
async function start(
  guildId: string | null,
  expected: Readonly<Record<string, boolean>>,
  line: string | null = null,
): Promise<string> {
  const bot = await world.startBot(guildId === null ? {} : { DISCORD_GUILD_ID: guildId });
  const scopes = () =>
    Object.fromEntries(
      Object.keys(expected).map((id) => [id, world.discord.commands(id === 'global' ? null : id).length > 0]),
    );
  await expect.poll(scopes).toEqual(expected);
  if (line !== null) await expect.poll(bot.log).toContain(line);
  expect(await bot.stop()).toBe(0);
  return bot.log();
}

test('fault 104: commands stay registered in one scope when DISCORD_GUILD_ID is set, changed or removed', async () => {
  world = await openWorld({ shops: 20 });
  const one = world.guild.id;
  const two = world.discord.world.addGuild({ name: 'Other', channels: [{ name: 'there' }] }).id;
  const only = (scope: string) => ({ global: scope === 'global', [one]: scope === one, [two]: scope === two });
  const settings: readonly [string | null, string | null][] = [
    [one, null],
    [null, REMOVED],
    [null, null],
    [two, GLOBAL_REMOVED],
    [one, REMOVED],
    [one, null],
  ];
  for (const [guildId, removed] of settings) {
    const log = await start(guildId, only(guildId ?? 'global'), removed);
    const removals = [REMOVED, GLOBAL_REMOVED].filter((line) => log.includes(line));
    expect(removals).toEqual(removed === null ? [] : [removed]);
  }
});

test('fault 104: commands that an earlier version left in a server are removed', async () => {
  world = await openWorld({ shops: 20 });
  const route = Routes.applicationGuildCommands(world.discord.world.bot.id, world.guild.id);
  const rest = new REST({ api: world.discord.url }).setToken(world.discord.token);
  await rest.put(route, { body: [{ name: 'old', description: 'Left over' }] });
  await start(null, { global: true, [world.guild.id]: false });
});

test('fault 104: a server that Crier has left delays nothing, and a refused removal is retried', async () => {
  world = await openWorld({ shops: 20 });
  const { id } = world.guild;
  await start(id, { global: false, [id]: true });
  const target = { method: 'GET', path: /\/guilds\/\d+\/commands$/ };
  const again = 'Commands of an earlier start not removed yet, retrying';
  world.discord.fail(target, refused(30_034, { status: 400 }), { times: 2 });
  const log = await start(null, { global: true, [id]: false }, REMOVED);
  expect(log.split(again).length - 1).toBe(1);
  await start(id, { global: false, [id]: true });
  world.discord.fail(target, refused(50001), { times: 1 });
  const asked = world.discord.nextRequest(({ method, status }) => method === 'GET' && status === 403);
  const bot = await world.startBot();
  await asked;
  expect(await bot.stop()).toBe(0);
  expect(bot.log()).not.toContain(again);
});

test('fault 104: a start that cannot check all servers logs that, and the next start checks again', async () => {
  world = await openWorld({ shops: 20 });
  for (let n = 0; n < 11; n += 1) world.discord.world.addGuild({ name: `S${n}`, channels: [{ name: 'there' }] });
  for (let n = 0; n < 2; n += 1) await start(null, { global: true }, SEARCHED_IN_SOME);
});
