import process from 'node:process';
import { workerData } from 'node:worker_threads';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Guild } from '../../../sandbox/discord/world/entities.ts';
import { openWorld, textOf, type World } from '../world/world.ts';

/** discord.js reads variables of this name here by itself. */
const environment = workerData ?? process.env;
const SHARDS = [0, 1, 2];

let world: World;
beforeEach(() => {
  environment.SHARDS = '3';
});
afterEach(() => {
  delete environment.SHARDS;
  return world.close();
});

function shardOf({ id }: Guild): number {
  return Number((BigInt(id) >> 22n) % BigInt(SHARDS.length));
}

function addGuild(): Guild {
  world.discord.advance(1); // else the next id may be on the same shard for ever
  const guild = world.discord.world.addGuild({ name: 'Village', channels: [{ name: 'general' }] });
  world.discord.world.addMember(guild, world.player);
  return guild;
}

/** Adds a server on each shard. */
function addGuilds(): readonly Guild[] {
  const guilds: Guild[] = [];
  while (guilds.length < SHARDS.length) {
    const guild = addGuild();
    if (shardOf(guild) === guilds.length) guilds.push(guild);
  }
  return guilds;
}

function channelOf(guild: Guild) {
  const [channel] = guild.channels.values();
  if (!channel) throw new Error('no channel');
  return channel;
}

const greetingsIn = (guild: Guild) =>
  world.discord.messages(channelOf(guild)).filter((one) => textOf(one).includes('I’m Crier'));

async function untilConnected(): Promise<void> {
  const identified = new Set<number>();
  world.discord.events.on('gateway', (notice) => {
    if (notice.what === 'identified') identified.add(notice.shard[0]);
  });
  // Each waits until Discord accepts the next IDENTIFY.
  for (const shard of SHARDS) {
    await expect.poll(() => identified.size).toBe(shard + 1);
    await world.skip(6_000);
  }
}

test('three shards in two clients identify once in 5 s, and greet and answer each server', async () => {
  world = await openWorld({ shops: 5, discord: { identifyIntervalMs: 5_000 } });
  const guilds = addGuilds();
  const bot = world.startAtOnce({ SHARDS: '3', SHARDS_PER_PROCESS: '2' });
  await untilConnected();
  for (const guild of guilds) {
    await expect.poll(() => greetingsIn(guild)).toHaveLength(1);
    const answer = await world.discord.as(world.player).in(channelOf(guild)).run('/watch list').reply();
    expect(textOf(answer)).not.toBe('');
  }
  expect((await world.ask(world.player, null, '/watch list')).text).not.toBe('');
  const joined = [addGuild(), addGuild(), addGuild()];
  for (const guild of joined) await expect.poll(() => greetingsIn(guild)).toHaveLength(1);
  await bot.stop();
  expect(world.discord.gateway.connected).toBe(false);
  expect(world.discord.violations).toEqual([]);
});

test('a start with another division of shards greets nobody again', async () => {
  world = await openWorld({ shops: 5 });
  const guilds = addGuilds();
  const bot = await world.startBot();
  for (const guild of guilds) await expect.poll(() => greetingsIn(guild)).toHaveLength(1);
  await bot.stop();
  const away = addGuild();
  const again = world.startAtOnce({ SHARDS: '3', SHARDS_PER_PROCESS: '1' });
  await untilConnected();
  await expect.poll(() => greetingsIn(away)).toHaveLength(1);
  await again.stop();
  for (const guild of guilds) expect(greetingsIn(guild)).toHaveLength(1);
});

test('a start without SHARDS runs as many as Discord recommends', async () => {
  world = await openWorld({ shops: 5, discord: { recommendedShards: 3 } });
  const bot = world.startAtOnce();
  await untilConnected();
  await expect.poll(() => bot.log()).toContain('"shards":[0,1,2],"of":3');
});
