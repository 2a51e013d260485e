import { type Client, Events, GatewayIntentBits } from 'discord.js';
import { expect, test } from 'vitest';
import type { LocalDiscord } from '../../../sandbox/discord/discord.ts';
import { command, login, newClient, openDiscord, startBot } from './bot.ts';

function nextClose(discord: LocalDiscord) {
  return discord.events.next('gateway', ({ what }) => what === 'closed', 5_000);
}

/**
 * How the client came back. Its own word is waited for, not the gateway's: `destroy()` of a discord.js that still waits for
 * READY never ends.
 */
function nextReturn(client: Client): Promise<'resumed' | 'identified'> {
  return new Promise((resolve) => {
    client.once(Events.ShardResume, () => resolve('resumed'));
    client.once(Events.ShardReady, () => resolve('identified'));
  });
}

test('a bot that logs in knows its guilds, and hears of new ones', async () => {
  const { discord, client, guild } = await startBot();
  expect(client.guilds.cache.map(({ name }) => name)).toEqual([guild.name]);

  const heard = new Promise<string>((resolve) => client.once(Events.GuildCreate, ({ name }) => resolve(name)));
  discord.world.addGuild({ name: 'Second' });

  expect(await heard).toBe('Second');
  expect(discord.gateway.identifies).toBe(1);
});

test('a wrong token is refused over REST and gateway (4004)', async () => {
  const { discord } = await openDiscord();
  await expect(newClient(discord).login('MTIz.abc.def')).rejects.toThrow('invalid token');

  const { client, discord: other } = await startBot();
  const closed = new Promise<number>((resolve) => client.once(Events.ShardDisconnect, ({ code }) => resolve(code)));
  other.gateway.closeConnections(4004);

  expect(await closed).toBe(4004);
});

test('a privileged intent that is not switched on ends the login (4014)', async () => {
  const { discord } = await openDiscord();
  const client = newClient(discord, { intents: [GatewayIntentBits.Guilds, GatewayIntentBits.GuildMembers] });

  await expect(client.login(discord.token)).rejects.toThrow('disallowed intents');
  expect(discord.violations).toEqual(['gateway closed with 4014: IDENTIFY was refused']);
});

test('a privileged intent that is switched on is served', async () => {
  const { discord, guild, channel } = await openDiscord({ privilegedIntents: GatewayIntentBits.GuildMembers });
  const client = newClient(discord, { intents: [GatewayIntentBits.Guilds, GatewayIntentBits.GuildMembers] });
  await login(client, discord.token);
  const heard = new Promise<string>((resolve) =>
    client.once(Events.GuildMemberAdd, ({ displayName }) => resolve(displayName)),
  );

  discord.world.addMember(guild, discord.world.addUser({ name: 'Bob' }));

  expect(await heard).toBe('Bob');
  expect(client.channels.cache.has(channel.id)).toBe(true);
});

test.each([
  [true, 'resumed', 1],
  [false, 'identified', 2],
] as const)('opcode 9 with %s: the session is %s', async (resumable, what, identifies) => {
  const { discord, client } = await startBot();
  const back = nextReturn(client);

  discord.gateway.invalidateSessions(resumable);

  expect(await back).toBe(what);
  expect(discord.gateway.identifies).toBe(identifies);
  expect(discord.violations).toEqual([]);
});

test('a heartbeat without ACK makes a zombie, which is resumed', async () => {
  const { discord, client } = await startBot({ heartbeatIntervalMs: 150 });
  const back = nextReturn(client);
  discord.gateway.acknowledgesHeartbeats = false;
  expect(await nextClose(discord)).toMatchObject({ code: 4200 }); // closed by the client, to resume
  discord.gateway.acknowledgesHeartbeats = true;

  expect(await back).toBe('resumed');

  expect(discord.gateway.identifies).toBe(1);
});

test('what happened while the connection was cut is told after the RESUME', async () => {
  const { discord, client, guild, alice, channel } = await startBot({ commands: [command('shop')] });
  const heard: string[] = [];
  client.on(Events.ChannelCreate, ({ name }) => heard.push(name));
  const interacted = new Promise((resolve) => client.on(Events.InteractionCreate, resolve));
  const [closed, back] = [nextClose(discord), nextReturn(client)];
  discord.gateway.cutConnections();
  await closed;

  discord.world.addChannel(guild, { name: 'missed' });
  discord.as(alice).in(channel).run('/shop');
  expect(await back).toBe('resumed');
  await interacted;

  expect(heard).toEqual(['missed']);
  expect(discord.gateway.identifies).toBe(1);
});

test('a gateway that refuses connections is tried again', async () => {
  const { discord, client } = await startBot();
  const [closed, back] = [nextClose(discord), nextReturn(client)];
  discord.gateway.acceptsConnections = false;
  discord.gateway.cutConnections();
  await closed;
  expect(discord.gateway.connected).toBe(false);

  discord.gateway.acceptsConnections = true;

  await back;
});

test('a client that leaves has no session to resume', async () => {
  const { discord, client } = await startBot();
  const closed = nextClose(discord);

  await client.destroy();

  expect(await closed).toEqual({ what: 'closed', code: 1000 });
  await login(newClient(discord), discord.token);
  expect(discord.gateway.identifies).toBe(2);
});

test('the identifies of a day are counted down, and come back the next day', async () => {
  const { discord } = await openDiscord({ identifiesADay: 1 });
  await login(newClient(discord), discord.token);

  await expect(newClient(discord).login(discord.token)).rejects.toThrow('Not enough sessions remaining');
  discord.advance(24 * 60 * 60_000);
  await login(newClient(discord), discord.token);
});

test('an IDENTIFY too soon after another is answered with opcode 9, and comes again', async () => {
  const { discord } = await openDiscord({ identifyIntervalMs: 300 });

  await login(newClient(discord), discord.token);
  await login(newClient(discord), discord.token);

  expect(discord.gateway.identifies).toBe(3);
});

test('a message is told to who asked for messages', async () => {
  const intents = [GatewayIntentBits.Guilds, GatewayIntentBits.GuildMessages];
  const { discord, client, channel } = await startBot({ client: { intents } });
  const heard = new Promise<string>((resolve) => client.once(Events.MessageCreate, ({ id }) => resolve(id)));

  await client.rest.post(`/channels/${channel.id}/messages`, { body: { content: 'hi' } });

  expect(await heard).toBe(discord.messages(channel)[0]?.id);
});
