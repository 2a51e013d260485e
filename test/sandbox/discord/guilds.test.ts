import { Events, type Guild, PermissionFlagsBits } from 'discord.js';
import { expect, test } from 'vitest';
import { spokenLocales } from '../../../sandbox/discord/locales.ts';
import { command, login, newClient, openDiscord, startBot } from './bot.ts';

const plan = {
  name: 'Marché',
  locale: 'fr',
  systemChannel: 'général',
  channels: [
    { name: 'règles', deniesBot: ['SendMessages'] as const },
    { name: 'parler', type: 'voice' as const },
    { name: 'général' },
  ],
};

/** Returns the parts of a server that a greeting reads. */
function seenOf(guild: Guild) {
  const { me } = guild.members;
  const channels = [...guild.channels.cache.values()].flatMap((channel) => ('position' in channel ? [channel] : []));
  return {
    locale: guild.preferredLocale,
    system: guild.systemChannel?.name,
    joinedAt: guild.joinedTimestamp,
    channels: channels
      .toSorted((a, b) => a.position - b.position)
      .map((channel) => [channel.name, me && channel.permissionsFor(me).has(PermissionFlagsBits.SendMessages)]),
  };
}

const expected = {
  locale: 'fr',
  system: 'général',
  channels: [
    ['règles', false],
    ['parler', true],
    ['général', true],
  ],
};

test('a joined server includes its language, its system channel and the bot’s permissions', async () => {
  const now = Date.now();
  const { discord, client } = await startBot({ now: () => now });
  const joined = new Promise<Guild>((resolve) => client.once(Events.GuildCreate, resolve));

  discord.world.addGuild(plan);

  expect(seenOf(await joined)).toEqual({ ...expected, joinedAt: now });
});

test('a server joined while the bot was offline is in its login, without a join event', async () => {
  const { discord } = await openDiscord();
  const { id } = discord.world.addGuild(plan);
  const client = newClient(discord);
  const created: string[] = [];
  client.on(Events.GuildCreate, ({ name }) => created.push(name));

  await login(client, discord.token);

  expect(client.guilds.cache.get(id)).toSatisfy((guild: Guild) => seenOf(guild).system === 'général');
  expect(created).toEqual([]);
});

test('a removed bot loses its server, and gets it back with its permissions when invited', async () => {
  const { discord, guild, channel, client } = await startBot();
  const event = (name: Events.GuildDelete | Events.GuildCreate) =>
    new Promise<Guild>((resolve) => client.once(name, resolve));

  const gone = event(Events.GuildDelete);
  discord.world.removeBot(guild);
  expect((await gone).id).toBe(guild.id);
  expect(guild.roles).toEqual([]);
  const back = event(Events.GuildCreate);
  discord.world.inviteBot(guild);

  expect(seenOf(await back).channels).toEqual([[channel.name, true]]);
});

test('a server outage is neither a leave nor a join', async () => {
  const { discord, guild, client } = await startBot();
  const received: string[] = [];
  for (const name of [Events.GuildCreate, Events.GuildDelete] as const) client.on(name, () => received.push(name));
  const event = (name: Events.GuildUnavailable | Events.GuildAvailable) =>
    new Promise<Guild>((resolve) => client.once(name, resolve));

  const gone = event(Events.GuildUnavailable);
  discord.world.setAvailable(guild, false);
  expect((await gone).id).toBe(guild.id);
  const back = event(Events.GuildAvailable);
  discord.world.setAvailable(guild, true);

  expect((await back).id).toBe(guild.id);
  expect(received).toEqual([]);
});

test('a server changes its language and system channel, which becomes null when removed', async () => {
  const { discord, guild, channel, client } = await startBot();
  const updated = () => new Promise<Guild>((resolve) => client.once(Events.GuildUpdate, (_, after) => resolve(after)));

  const first = updated();
  discord.world.setLocale(guild, 'pt-BR');
  expect((await first).preferredLocale).toBe('pt-BR');
  const second = updated();
  discord.world.setSystemChannel(guild, channel);
  expect((await second).systemChannelId).toBe(channel.id);
  discord.world.removeChannel(channel);

  expect(guild.systemChannel).toBeNull();
});

test('a user accepts any of Discord’s languages and the pseudo-language only', async () => {
  const { discord, alice, channel } = await startBot({
    commands: [command('shop')],
    react: async (interaction) => interaction.isRepliable() && interaction.reply(interaction.locale),
  });

  discord.world.setPersonLocale(alice, 'en-XA');

  expect((await discord.as(alice).in(channel).run('/shop').reply()).content).toBe('en-XA');
  expect(spokenLocales).toHaveLength(35);
  expect(() => discord.world.setPersonLocale(alice, 'en')).toThrow('Discord has no locale “en”');
});
