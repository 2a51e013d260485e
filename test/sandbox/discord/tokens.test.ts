import type { ChatInputCommandInteraction, Interaction } from 'discord.js';
import { expect, test } from 'vitest';
import { command, startBot } from './bot.ts';

/** Starts a bot that passes the interaction to the test. */
async function startWith(answer: (interaction: ChatInputCommandInteraction) => Promise<unknown> = async () => null) {
  const { promise: arrived, resolve } = Promise.withResolvers<ChatInputCommandInteraction>();
  const react = async (interaction: Interaction) => {
    if (!interaction.isChatInputCommand()) return;
    await answer(interaction);
    resolve(interaction);
  };
  const bot = await startBot({ commands: [command('slow')], react });
  return { ...bot, answer: bot.discord.as(bot.alice).in(bot.channel).run('/slow'), interaction: await arrived };
}

test('an interaction expires after 3 s without an answer', async () => {
  const { discord, answer, interaction } = await startWith();

  discord.advance(3_001);

  await expect(interaction.reply('late')).rejects.toMatchObject({ code: 10062, status: 404 });
  await expect(answer.reply()).rejects.toThrow('The application did not respond (/slow)');
});

test('a deferred reply can be edited for 15 minutes', async () => {
  const { discord, answer, interaction } = await startWith((arrived) => arrived.deferReply());

  discord.advance(14.9 * 60_000);
  await interaction.editReply('just in time');
  expect((await answer.reply()).content).toBe('just in time');

  discord.advance(0.2 * 60_000);
  await expect(interaction.editReply('too late')).rejects.toMatchObject({ code: 50027, status: 401 });
});

test('advancing the clock does not close the gateway', async () => {
  const { discord, client } = await startBot();

  discord.advance(60 * 60_000);

  expect(discord.gateway.connected).toBe(true);
  expect(client.isReady()).toBe(true);
  expect(discord.violations).toEqual([]);
});

test('the original reply can be read, edited and deleted by its token', async () => {
  const { discord, channel, answer, interaction } = await startWith((arrived) => arrived.reply('one'));
  const message = await answer.reply();

  expect((await interaction.fetchReply()).content).toBe('one');
  const edited = answer.nextEdit();
  await interaction.editReply('two');
  expect((await edited).content).toBe('two');
  await interaction.deleteReply();

  expect(discord.messages(channel)).toEqual([]);
  expect(message.deleted).toBe(true);
  await expect(interaction.fetchReply()).rejects.toMatchObject({ code: 10008 });
});

test('withResponse returns the reply', async () => {
  let id: string | undefined;
  const { answer } = await startWith(async (arrived) => {
    id = (await arrived.reply({ content: 'hi', withResponse: true })).resource?.message?.id;
  });

  expect((await answer.reply()).id).toBe(id);
});
