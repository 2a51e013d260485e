import { type APIModalInteractionResponseCallbackData, ComponentType, type Interaction } from 'discord.js';
import { expect, test } from 'vitest';
import { command, startBot } from './bot.ts';

const setUp: APIModalInteractionResponseCallbackData = {
  custom_id: 'set-up',
  title: 'Set up',
  components: [
    {
      type: ComponentType.Label,
      label: 'Trades in',
      component: { type: ComponentType.ChannelSelect, custom_id: 'trades', channel_types: [0], required: false },
    },
    {
      type: ComponentType.Label,
      label: 'Language',
      component: {
        type: ComponentType.StringSelect,
        custom_id: 'language',
        options: [
          { label: 'English', value: 'en', default: true },
          { label: 'Deutsch', value: 'de' },
        ],
      },
    },
    { type: ComponentType.TextDisplay, content: 'You can change it later.' },
  ],
};

const menus = [
  { type: 1 as const, components: [{ type: 8 as const, custom_id: 'where', channel_types: [0], max_values: 2 }] },
  { type: 1 as const, components: [{ type: 6 as const, custom_id: 'role' }] },
  { type: 1 as const, components: [{ type: 5 as const, custom_id: 'who' }] },
];

async function react(interaction: Interaction): Promise<unknown> {
  if (interaction.isChatInputCommand())
    return interaction.commandName === 'setup'
      ? interaction.showModal(setUp)
      : interaction.reply({ content: 'choose', components: menus });
  if (interaction.isChannelSelectMenu()) {
    const names = interaction.channels.map((channel) => channel && 'name' in channel && channel.name);
    return interaction.reply(names.join(' and '));
  }
  if (interaction.isRoleSelectMenu()) return interaction.reply(`${interaction.roles.map((role) => role.name)}`);
  if (interaction.isUserSelectMenu()) return interaction.reply(`${interaction.users.map((user) => user.displayName)}`);
  if (!interaction.isModalSubmit()) return null;
  const { fields } = interaction;
  const channels = fields.getSelectedChannels('trades')?.map((channel) => channel && 'name' in channel && channel.name);
  return interaction.reply(`${channels?.join() ?? 'nowhere'} in ${fields.getStringSelectValues('language')}`);
}

async function openMenus() {
  const bot = await startBot({ commands: [command('menus'), command('setup')], react });
  const actor = bot.discord.as(bot.alice).in(bot.channel);
  return { ...bot, actor };
}

test('menus select channels, roles and users by id', async () => {
  const { discord, guild, channel, alice, actor } = await openMenus();
  const voice = discord.world.addChannel(guild, { name: 'talk', type: 'voice' });
  const [role] = guild.roles;
  const message = await actor.run('/menus').reply();

  expect((await actor.select(message, 'where', [channel.id]).reply()).content).toBe('general');
  expect((await actor.select(message, 'role', [role?.id ?? '']).reply()).content).toBe('Crier');
  expect((await actor.select(message, 'who', [alice.id]).reply()).content).toBe('Alice');
  expect(() => actor.select(message, 'where', [voice.id])).toThrow('does not take talk');
  expect(() => actor.select(message, 'who', [channel.id])).toThrow('"who" does not offer');
  expect(discord.violations).toEqual([]);
});

test('a modal’s menus accept selections, keep defaults, and may be empty unless required', async () => {
  const { channel, actor } = await openMenus();

  const chosen = await actor.submit(actor.run('/setup'), { trades: [channel.id], language: 'de' });
  const untouched = await actor.submit(actor.run('/setup'), {});

  expect((await chosen.reply()).content).toBe('general in de');
  expect((await untouched.reply()).content).toBe('nowhere in en');
  await expect(actor.submit(actor.run('/setup'), { language: ['en', 'de'] })).rejects.toThrow('takes 1 to 1 choices');
});

test.each([
  ['six parts', { components: Array.from({ length: 6 }, () => ({ type: 10, content: 't' })) }],
  ['a title of 46', { title: 'x'.repeat(46) }],
  ['a label of 46', { components: [{ ...setUp.components[0], label: 'x'.repeat(46) }] }],
  [
    'a button',
    { components: [{ type: 18, label: 'l', component: { type: 2, style: 1, label: 'b', custom_id: 'b' } }] },
  ],
  [
    'a menu that is disabled',
    { components: [{ type: 18, label: 'l', component: { type: 8, custom_id: 'c', disabled: true } }] },
  ],
  ['a custom id twice', { components: [setUp.components[0], setUp.components[0]] }],
])('a modal with %s is refused', async (_, more) => {
  const { discord, alice, channel, client } = await startBot({ commands: [command('setup')] });
  const refused = Promise.withResolvers<unknown>();
  client.on('interactionCreate', ({ id, token }) => {
    const body = { type: 9, data: { ...setUp, ...more } };
    client.rest.post(`/interactions/${id}/${token}/callback`, { auth: false, body }).catch(refused.resolve);
  });

  discord.as(alice).in(channel).run('/setup');

  expect(await refused.promise).toMatchObject({ code: 50035 });
});
