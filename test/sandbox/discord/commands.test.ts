import { type AutocompleteInteraction, Events, MessageFlags } from 'discord.js';
import { expect, test } from 'vitest';
import { command, startBot } from './bot.ts';

const item = { name: 'item', description: 'The item', type: 3, required: true, autocomplete: true };
const shop = command('shop', { options: [item] });

test('a slash command is deferred and then answered', async () => {
  const { discord, channel, alice } = await startBot({
    commands: [shop],
    react: async (interaction) => {
      if (!interaction.isChatInputCommand()) return;
      await interaction.deferReply({ flags: MessageFlags.Ephemeral });
      await interaction.editReply(`${interaction.options.getString('item', true)} for 3`);
    },
  });

  const answer = discord.as(alice).in(channel).run('/shop', { item: 'diamond' });

  expect((await answer.reply()).content).toBe('diamond for 3');
  expect(answer.ephemeral).toBe(true);
  expect(discord.messages(channel)).toEqual([]);
  expect(discord.messages(channel, alice)).toHaveLength(1);
  expect(discord.violations).toEqual([]);
});

test('autocomplete accepts choices, and refuses more than 25', async () => {
  const { discord, channel, alice, client } = await startBot({ commands: [shop] });
  const respond = async (interaction: AutocompleteInteraction) => {
    const choice = (_: unknown, index: number) => ({ name: `item ${index}`, value: `${index}` });
    const code = await interaction.respond(Array.from({ length: 26 }, choice)).catch((error) => error.code);
    await interaction.respond([{ name: interaction.options.getFocused(), value: 'x' }]);
    return code;
  };
  const refused = new Promise((resolve, reject) => {
    client.on(Events.InteractionCreate, (interaction) => {
      if (interaction.isAutocomplete()) respond(interaction).then(resolve, reject);
    });
  });

  const choices = await discord.as(alice).in(channel).autocomplete('/shop', 'item', 'dia');

  expect(await refused).toBe(50035);
  expect(choices).toMatchObject([{ name: 'dia', value: 'x' }]);
});

test.each([-1, 11])('autocomplete refuses a choice of %d for an option from 0 to 10', async (value) => {
  const price = { name: 'price', description: 'A price', type: 10, min_value: 0, max_value: 10, autocomplete: true };
  const { discord, channel, alice, client } = await startBot({ commands: [command('shop', { options: [price] })] });
  const respond = async (interaction: AutocompleteInteraction) => {
    const refused = await interaction.respond([{ name: 'out of bounds', value }]).catch((error) => error.code);
    await interaction.respond([{ name: 'ten', value: 10 }]);
    return refused;
  };
  const refused = new Promise((resolve, reject) => {
    client.on(Events.InteractionCreate, (interaction) => {
      if (interaction.isAutocomplete()) respond(interaction).then(resolve, reject);
    });
  });

  const choices = await discord.as(alice).in(channel).autocomplete('/shop', 'price', 'ten');

  expect(await refused).toBe(50035);
  expect(choices).toMatchObject([{ name: 'ten', value: 10 }]);
});

test('autocomplete in a subcommand includes its name and the other options', async () => {
  const zone = { name: 'zone', description: 'Time zone', type: 3, required: true, autocomplete: true };
  const file = { name: 'file', description: 'A file', type: 11 };
  const hour = { name: 'hour', description: 'At', type: 4 };
  const quiet = { type: 1, name: 'quiet', description: 'Quiet hours', options: [zone, hour, file] };
  const { discord, channel, alice } = await startBot({
    commands: [
      command('settings', { options: [{ type: 2, name: 'alerts', description: 'Alerts', options: [quiet] }] }),
    ],
    react: async (interaction) => {
      if (!interaction.isAutocomplete()) return;
      const { options } = interaction;
      const parts = [options.getSubcommandGroup(), options.getSubcommand(), options.getInteger('hour')];
      await interaction.respond([{ name: parts.join(' '), value: options.getFocused() }]);
    },
  });

  const values = { hour: 22, file: { name: 'a.txt', content: 'not sent while typing' } };
  const choices = await discord.as(alice).in(channel).autocomplete('/settings alerts quiet', 'zone', 'Ber', values);

  expect(choices).toEqual([{ name: 'alerts quiet 22', value: 'Ber' }]);
});

test('a command works in a thread and in a forum post, not in the forum itself', async () => {
  const { discord, guild, channel, alice } = await startBot({
    commands: [shop],
    react: async (interaction) => {
      if (!interaction.isChatInputCommand() || !interaction.channel?.isThread()) return;
      await interaction.reply(`in ${interaction.channel.name} of ${interaction.channel.parent?.name}`);
    },
  });
  const forum = discord.world.addChannel(guild, { name: 'deals', type: 'forum' });
  const thread = discord.world.addChannel(guild, { name: 'haggling', type: 'thread', parent: channel });
  const post = discord.world.addChannel(guild, { name: 'bargains', type: 'thread', parent: forum });
  const ask = async (where: typeof post) => {
    const message = await discord.as(alice).in(where).run('/shop', { item: 'diamond' }).reply();
    return [message.channel, message.content];
  };

  expect(await ask(thread)).toEqual([thread, 'in haggling of general']);
  expect(await ask(post)).toEqual([post, 'in bargains of deals']);
  expect(() => discord.as(alice).in(forum)).toThrow('nobody can type in #deals itself');
});

test('subcommands carry users, channels, numbers and files', async () => {
  const options = [
    { name: 'count', description: 'c', type: 4, min_value: 1, required: true },
    { name: 'who', description: 'w', type: 6 },
    { name: 'where', description: 'w', type: 7, channel_types: [0] },
    { name: 'file', description: 'f', type: 11 },
  ];
  const feed = command('feed', { options: [{ type: 1, name: 'add', description: 'Add', options }] });
  const { discord, channel, alice } = await startBot({
    commands: [feed],
    react: async (interaction) => {
      if (!interaction.isChatInputCommand()) return;
      const given = interaction.options;
      const file = await fetch(given.getAttachment('file', true).url);
      const parts = [given.getSubcommand(), given.getInteger('count'), given.getUser('who')?.displayName];
      await interaction.reply([...parts, given.getChannel('where')?.name, await file.text()].join(' '));
    },
  });
  const actor = discord.as(alice).in(channel);
  const file = { name: 'a.txt', content: 'watches' };

  const answer = actor.run('/feed add', { count: 2, who: alice, where: channel, file });

  expect((await answer.reply()).content).toBe('add 2 Alice general watches');
});

test.each([
  ['/shop', {}, 'needs the option "item"'],
  ['/shop', { item: 'a', colour: 'red' }, 'no option "colour" here; there are: item'],
  ['/shop', { item: 3 }, 'the option "item" does not take 3'],
  ['/shop now', { item: 'a' }, 'has no subcommand "now"'],
  ['/sell', {}, '/sell is not registered in Market'],
])('%s %j is refused as the Discord app does: %s', async (line, values, words) => {
  const { discord, channel, alice } = await startBot({ commands: [shop] });

  expect(() => discord.as(alice).in(channel).run(line, values)).toThrow(words);
});

test('a command cannot be run without permission or access to the channel', async () => {
  const { discord, guild, channel, alice } = await startBot({
    commands: [command('feed', { default_member_permissions: '16' })],
    react: async (interaction) => interaction.isRepliable() && interaction.reply('hello'),
  });
  const mona = discord.world.addUser({ name: 'Mona' });
  discord.world.addMember(guild, mona, ['ManageChannels']);

  expect(() => discord.as(alice).in(channel).run('/feed')).toThrow('Alice lacks the permissions');
  expect((await discord.as(mona).in(channel).run('/feed').reply()).content).toBe('hello');
  discord.world.overwrite(channel, mona, 'deny', ['ViewChannel']);
  expect(() => discord.as(mona).in(channel).run('/feed')).toThrow('Mona does not see #general');
});

test('a command includes the languages of its user and of the server', async () => {
  const { discord, client } = await startBot({
    commands: [command('shop')],
    react: async (interaction) =>
      interaction.isRepliable() && interaction.reply(`${interaction.locale} ${interaction.guildLocale}`),
  });
  const guild = discord.world.addGuild({ name: 'Marché', locale: 'fr', channels: [{ name: 'général' }] });
  const [channel] = guild.channels.values();
  const gerda = discord.world.addUser({ name: 'Gerda', locale: 'de' });
  discord.world.addMember(guild, gerda);
  if (!channel) throw new Error('the guild has a channel');

  expect((await discord.as(gerda).in(channel).run('/shop').reply()).content).toBe('de fr');
  expect(client.guilds.cache.size).toBe(2);
});
