import { type Client, Events, GatewayIntentBits } from 'discord.js';
import { expect, test } from 'vitest';
import type { LocalDiscord } from '../../../sandbox/discord/discord.ts';
import { command, login, newClient, openDiscord, startBot } from './bot.ts';

function nextClose(discord: LocalDiscord) {
  return discord.events.next('gateway', ({ what }) => what === 'closed', 5_000);
}

/**
 * Waits for the client to return. It uses the client's event, because `destroy()` never ends while discord.js waits for
 * READY.
 */
function nextReturn(client: Client): Promise<'resumed' | 'identified'> {
  return new Promise((resolve) => {
    client.once(Events.ShardResume, () => resolve('resumed'));
    client.once(Events.ShardReady, () => resolve('identified'));
  });
}

test('a bot receives its guilds at login, and new ones later', async () => {
  const { discord, client, guild } = await startBot();
  expect(client.guilds.cache.map(({ name }) => name)).toEqual([guild.name]);

  const received = new Promise<string>((resolve) => client.once(Events.GuildCreate, ({ name }) => resolve(name)));
  discord.world.addGuild({ name: 'Second' });

  expect(await received).toBe('Second');
  expect(discord.gateway.identifies).toBe(1);
});

test('a wrong token is refused by REST and by the gateway with 4004', async () => {
  const { discord } = await openDiscord();
  await expect(newClient(discord).login('MTIz.abc.def')).rejects.toThrow('invalid token');

  const { client, discord: other } = await startBot();
  const closed = new Promise<number>((resolve) => client.once(Events.ShardDisconnect, ({ code }) => resolve(code)));
  other.gateway.closeConnections(4004);

  expect(await closed).toBe(4004);
});

test('a privileged intent that is not enabled ends the login with 4014', async () => {
  const { discord } = await openDiscord();
  const client = newClient(discord, { intents: [GatewayIntentBits.Guilds, GatewayIntentBits.GuildMembers] });

  await expect(client.login(discord.token)).rejects.toThrow('disallowed intents');
  expect(discord.violations).toEqual(['gateway closed with 4014: IDENTIFY was refused']);
});

test('an enabled privileged intent is served', async () => {
  const { discord, guild, channel } = await openDiscord({ privilegedIntents: GatewayIntentBits.GuildMembers });
  const client = newClient(discord, { intents: [GatewayIntentBits.Guilds, GatewayIntentBits.GuildMembers] });
  await login(client, discord.token);
  const received = new Promise<string>((resolve) =>
    client.once(Events.GuildMemberAdd, ({ displayName }) => resolve(displayName)),
  );

  discord.world.addMember(guild, discord.world.addUser({ name: 'Bob' }));

  expect(await received).toBe('Bob');
  expect(client.channels.cache.has(channel.id)).toBe(true);
});

test.each([
  [true, 'resumed', 1],
  [false, 'identified', 2],
] as const)('opcode 9 with %s leads to a session %s', async (resumable, what, identifies) => {
  const { discord, client } = await startBot();
  const back = nextReturn(client);

  discord.gateway.invalidateSessions(resumable);

  expect(await back).toBe(what);
  expect(discord.gateway.identifies).toBe(identifies);
  expect(discord.violations).toEqual([]);
});

test('a heartbeat without ACK makes the client reconnect and resume', async () => {
  const { discord, client } = await startBot({ heartbeatIntervalMs: 150 });
  const back = nextReturn(client);
  discord.gateway.acknowledgesHeartbeats = false;
  expect(await nextClose(discord)).toMatchObject({ code: 4200 }); // closed by the client, to resume
  discord.gateway.acknowledgesHeartbeats = true;

  expect(await back).toBe('resumed');

  expect(discord.gateway.identifies).toBe(1);
});

test('events during a lost connection are sent after the RESUME', async () => {
  const { discord, client, guild, alice, channel } = await startBot({ commands: [command('shop')] });
  const received: string[] = [];
  client.on(Events.ChannelCreate, ({ name }) => received.push(name));
  const interacted = new Promise((resolve) => client.on(Events.InteractionCreate, resolve));
  const [closed, back] = [nextClose(discord), nextReturn(client)];
  discord.gateway.cutConnections();
  await closed;

  discord.world.addChannel(guild, { name: 'missed' });
  discord.as(alice).in(channel).run('/shop');
  expect(await back).toBe('resumed');
  await interacted;

  expect(received).toEqual(['missed']);
  expect(discord.gateway.identifies).toBe(1);
});

test('a client reconnects after the gateway refused connections', async () => {
  const { discord, client } = await startBot();
  const [closed, back] = [nextClose(discord), nextReturn(client)];
  discord.gateway.acceptsConnections = false;
  discord.gateway.cutConnections();
  await closed;
  expect(discord.gateway.connected).toBe(false);

  discord.gateway.acceptsConnections = true;

  await back;
});

test('a client that disconnects cannot resume its session', async () => {
  const { discord, client } = await startBot();
  const closed = nextClose(discord);

  await client.destroy();

  expect(await closed).toEqual({ what: 'closed', code: 1000 });
  await login(newClient(discord), discord.token);
  expect(discord.gateway.identifies).toBe(2);
});

test('the identifies of a day are limited, and reset the next day', async () => {
  const { discord } = await openDiscord({ identifiesADay: 1 });
  await login(newClient(discord), discord.token);

  await expect(newClient(discord).login(discord.token)).rejects.toThrow('Not enough sessions remaining');
  discord.advance(24 * 60 * 60_000);
  await login(newClient(discord), discord.token);
});

test('an IDENTIFY too soon after another gets opcode 9, and is repeated', async () => {
  const { discord } = await openDiscord({ identifyIntervalMs: 300 });

  await login(newClient(discord), discord.token);
  await login(newClient(discord), discord.token);

  expect(discord.gateway.identifies).toBe(3);
});

test('a message event is sent to clients with the intent for messages', async () => {
  const intents = [GatewayIntentBits.Guilds, GatewayIntentBits.GuildMessages];
  const { discord, client, channel } = await startBot({ client: { intents } });
  const received = new Promise<string>((resolve) => client.once(Events.MessageCreate, ({ id }) => resolve(id)));

  await client.rest.post(`/channels/${channel.id}/messages`, { body: { content: 'hi' } });

  expect(await received).toBe(discord.messages(channel)[0]?.id);
});
