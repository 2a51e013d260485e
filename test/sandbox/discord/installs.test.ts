import { type Interaction, MessageFlags } from 'discord.js';
import { expect, test } from 'vitest';
import { command, startBot } from './bot.ts';

const everywhere = { integration_types: [0, 1], contexts: [0, 1, 2] };
const commands = [
  command('shop', everywhere),
  command('feed', { integration_types: [0], contexts: [0] }),
  command('spam', everywhere),
];

async function react(interaction: Interaction): Promise<unknown> {
  if (!interaction.isChatInputCommand()) return null;
  const { guildId, userId } = interaction.authorizingIntegrationOwners;
  await interaction.reply(`context ${interaction.context}, through${guildId ? ' guild' : ''}${userId ? ' user' : ''}`);
  if (interaction.commandName !== 'spam') return null;
  for (let count = 1; count <= 6; count += 1)
    await interaction.followUp({ content: `${count}`, flags: MessageFlags.Ephemeral });
  return null;
}

async function openPlaces() {
  const bot = await startBot({ commands, react });
  const { world } = bot.discord;
  const ida = world.addUser({ name: 'Ida', installed: true });
  const other = world.addGuild({ name: 'Elsewhere', withBot: false, channels: [{ name: 'general' }] });
  world.addMember(other, ida);
  const [elsewhere] = other.channels.values();
  if (!elsewhere) throw new Error('the guild has a channel');
  return { ...bot, ida, elsewhere };
}

test('a guild installation serves its members there and in direct messages', async () => {
  const { discord, alice, channel } = await openPlaces();

  expect((await discord.as(alice).in(channel).run('/shop').reply()).content).toBe('context 0, through guild');
  expect((await discord.as(alice).inDm().run('/shop').reply()).content).toBe('context 1, through guild');
  expect(() => discord.as(alice).inDm().run('/feed')).toThrow('not offered in this kind of place');
});

test('a user installation serves its user everywhere', async () => {
  const { discord, ida, elsewhere } = await openPlaces();
  const others = discord.world.dmChannel(ida, false);

  expect((await discord.as(ida).in(elsewhere).run('/shop').reply()).content).toBe('context 0, through user');
  expect((await discord.as(ida).inDm().run('/shop').reply()).content).toBe('context 1, through user');
  expect((await discord.as(ida).in(others).run('/shop').reply()).content).toBe('context 2, through user');
});

test('a user without any installation has no command', async () => {
  const { discord, ida, elsewhere } = await openPlaces();
  ida.installed = false;

  expect(() => discord.as(ida).in(elsewhere).run('/shop')).toThrow('not installed');
  expect(() => discord.as(ida).inDm().run('/shop')).toThrow('not installed');
});

test('a guild command of a user installation is not offered elsewhere', async () => {
  const { discord, ida, elsewhere } = await openPlaces();

  expect(() => discord.as(ida).in(elsewhere).run('/feed')).toThrow('not installed so that it could be used here');
});

test('a user-installed app may send five follow-ups', async () => {
  const { discord, ida, elsewhere } = await openPlaces();
  const refused = discord.nextRequest(({ code }) => code === 40094);

  const answer = discord.as(ida).in(elsewhere).run('/spam');

  expect((await answer.followUp(5)).content).toBe('5');
  await refused;
  expect(answer.followUps).toHaveLength(5);
});

test('a user cannot act in a server or channel without access', async () => {
  const { discord, alice, ida, elsewhere } = await openPlaces();

  expect(() => discord.as(alice).in(elsewhere)).toThrow('Alice is not in that server');
  expect(() => discord.as(alice).in(discord.world.dmChannel(ida))).toThrow(
    'Alice is not in the direct messages with Ida',
  );
});
