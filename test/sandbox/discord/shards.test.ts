import { Events, type Interaction } from 'discord.js';
import { expect, test } from 'vitest';
import { command, login, newClient, newRest, openDiscord } from './bot.ts';

const BOTH = [0, 1];

/** Opens guilds on both of two shards, and a client for each. */
async function openShards() {
  const { discord, alice } = await openDiscord();
  const guilds = [...discord.world.guilds.values()];
  const shardOf = ({ id }: { id: string }) => Number((BigInt(id) >> 22n) % 2n);
  while (BOTH.some((shard) => !guilds.some((guild) => shardOf(guild) === shard))) {
    guilds.push(discord.world.addGuild({ name: 'Another', channels: [{ name: 'general' }] }));
    discord.advance(1);
  }
  const clients = BOTH.map((shard) => newClient(discord, { shards: [shard], shardCount: 2 }));
  for (const client of clients) await login(client, discord.token);
  return { discord, alice, guilds, shardOf, clients };
}

test('each shard receives its own guilds', async () => {
  const { guilds, shardOf, clients } = await openShards();
  const seen = clients.map((client) => client.guilds.cache.map(({ id }) => id));
  expect(seen).toEqual(BOTH.map((shard) => guilds.filter((guild) => shardOf(guild) === shard).map(({ id }) => id)));
  expect(seen.every(({ length }) => length > 0)).toBe(true);
});

test('an interaction is sent to the shard of its guild, and in direct messages to shard 0', async () => {
  const { discord, alice, guilds, shardOf, clients } = await openShards();
  const [first] = clients;
  await first?.rest.put(`/applications/${first.application?.id}/commands`, {
    body: [command('shop', { contexts: [0, 1] })],
  });
  const received: string[] = [];
  for (const [shard, client] of clients.entries()) {
    client.on(Events.InteractionCreate, ({ guildId }: Interaction) => received.push(`${guildId} at ${shard}`));
  }
  const expected: string[] = [];
  for (const guild of guilds) {
    discord.world.addMember(guild, alice);
    const [channel] = guild.channels.values();
    if (channel) discord.as(alice).in(channel).run('/shop');
    expected.push(`${guild.id} at ${shardOf(guild)}`);
  }
  discord.as(alice).inDm().run('/shop');
  expected.push('null at 0');
  await expect.poll(() => received.toSorted()).toEqual(expected.toSorted());
});

test('recommended shards depend on the number of guilds, or on the option', async () => {
  const { discord } = await openDiscord();
  for (let n = 0; n < 1_000; n += 1) discord.world.addGuild({ name: `Guild ${n}` });
  expect(await newRest(discord).get('/gateway/bot')).toMatchObject({ shards: 2 });
  const { discord: other } = await openDiscord({ recommendedShards: 5, maxConcurrency: 4 });
  expect(await newRest(other).get('/gateway/bot')).toMatchObject({
    shards: 5,
    session_start_limit: { max_concurrency: 4 },
  });
});

test('a shard with too many guilds is closed with 4011', async () => {
  const { discord } = await openDiscord({ guildsPerShard: 2 });
  for (const name of ['Second', 'Third']) discord.world.addGuild({ name });
  await expect(newClient(discord).login(discord.token)).rejects.toThrow('Sharding is required');
  expect(discord.violations).toEqual(['gateway closed with 4011: IDENTIFY was refused']);
});

test('simultaneous identifies in one bucket are refused, in several buckets accepted', async () => {
  const { discord } = await openDiscord({ identifyIntervalMs: 300, maxConcurrency: 2 });
  await login(newClient(discord, { shards: [0, 1], shardCount: 3 }), discord.token);
  expect(discord.violations).toEqual([]);
  await login(newClient(discord, { shards: [2], shardCount: 3 }), discord.token);
  expect(discord.violations).toEqual([expect.stringMatching(/^IDENTIFY of shard 2 \d+ ms after another/)]);
});
