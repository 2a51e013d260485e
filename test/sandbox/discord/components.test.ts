import { type Interaction, MessageFlags } from 'discord.js';
import { expect, test } from 'vitest';
import { buttons, command, startBot } from './bot.ts';

const menu = (count: number) => ({
  type: 1 as const,
  components: [
    {
      type: 3 as const,
      custom_id: 'sort',
      options: Array.from({ length: count }, (_, index) => ({ label: `by ${index}`, value: `${index}` })),
    },
  ],
});

const noteModal = {
  custom_id: 'note',
  title: 'A note',
  components: [
    {
      type: 18 as const,
      label: 'Text',
      component: { type: 4 as const, custom_id: 'text', style: 1 as const, min_length: 2, required: true },
    },
  ],
};

async function react(interaction: Interaction): Promise<unknown> {
  if (interaction.isChatInputCommand()) {
    const components = [...buttons('update', 'reply', 'whisper', 'later', 'modal'), menu(3)];
    return interaction.reply({ content: 'first', components });
  }
  if (interaction.isStringSelectMenu()) return interaction.update(`sorted by ${interaction.values.join()}`);
  if (interaction.isModalSubmit()) {
    const text = interaction.fields.getTextInputValue('text');
    return interaction.isFromMessage() ? interaction.update(`noted ${text}`) : interaction.reply(text);
  }
  if (!interaction.isButton()) return null;
  if (interaction.customId === 'update') return interaction.update({ content: 'updated', components: [] });
  if (interaction.customId === 'reply') return interaction.reply('replied');
  if (interaction.customId === 'whisper')
    return interaction.reply({ content: 'hush', flags: MessageFlags.Ephemeral, components: buttons('update') });
  if (interaction.customId === 'modal') return interaction.showModal(noteModal);
  await interaction.deferUpdate();
  await interaction.editReply('edited');
  return interaction.followUp({ content: 'and more', flags: MessageFlags.Ephemeral });
}

async function openMenu() {
  const bot = await startBot({ commands: [command('menu')], react });
  const actor = bot.discord.as(bot.alice).in(bot.channel);
  const message = await actor.run('/menu').reply();
  return { ...bot, actor, message };
}

test('a button can update its message', async () => {
  const { actor, message, discord } = await openMenu();

  const updated = await actor.press(message, 'update').reply();

  expect(updated).toBe(message);
  expect(message.content).toBe('updated');
  expect(() => actor.press(message, 'update')).toThrow('no component "update"; it has: none');
  expect(discord.violations).toEqual([]);
});

test('a button can be answered with a new message', async () => {
  const { actor, message, discord, channel } = await openMenu();

  const answer = actor.press(message, 'reply');

  expect((await answer.reply()).content).toBe('replied');
  expect(answer.ephemeral).toBe(false);
  expect(discord.messages(channel).map(({ content }) => content)).toEqual(['first', 'replied']);
});

test('an ephemeral reply is visible only to its user, who alone can press its buttons', async () => {
  const { actor, message, discord, channel, guild } = await openMenu();
  const bob = discord.world.addUser({ name: 'Bob' });
  discord.world.addMember(guild, bob);

  const whisper = await actor.press(message, 'whisper').reply();

  expect(discord.messages(channel, bob)).toEqual([message]);
  expect(() => discord.as(bob).in(channel).press(whisper, 'update')).toThrow('not visible here');
  expect((await actor.press(whisper, 'update').reply()).content).toBe('updated');
});

test('a deferred update is completed and followed up, even before the test reads it', async () => {
  const { actor, message } = await openMenu();

  const answer = actor.press(message, 'later');

  expect((await answer.followUp()).content).toBe('and more');
  expect((await answer.followUp()).onlyFor?.name).toBe('Alice');
  expect((await answer.reply()).content).toBe('edited');
});

test('a menu accepts a selection from its options only', async () => {
  const { actor, message } = await openMenu();

  expect(() => actor.select(message, 'sort', ['9'])).toThrow('"sort" offers 0, 1, 2; not 9');
  expect(() => actor.select(message, 'sort', ['0', '1'])).toThrow('takes 1 to 1 choices, not 2');
  expect((await actor.select(message, 'sort', ['2']).reply()).content).toBe('sorted by 2');
});

test('a modal opened from a button is submitted and updates the message', async () => {
  const { actor, message } = await openMenu();

  const opened = actor.press(message, 'modal');

  await expect(actor.submit(opened, { text: 'x' })).rejects.toThrow('the input "text" does not take "x"');
  await expect(actor.submit(opened, { other: 'x' })).rejects.toThrow('no input "other"');
  const answer = await actor.submit(opened, { text: 'mind the gap' });
  expect(await answer.reply()).toBe(message);
  expect(message.content).toBe('noted mind the gap');
  await expect(opened.reply()).rejects.toThrow('a modal, which is no message');
});

test('an interaction accepts one answer', async () => {
  const refused = Promise.withResolvers<unknown>();
  const { discord, alice, channel } = await startBot({
    commands: [command('twice')],
    react: async (interaction) => {
      if (!interaction.isChatInputCommand()) return;
      const path = `/interactions/${interaction.id}/${interaction.token}/callback` as const;
      const answer = { auth: false, body: { type: 4, data: { content: 'hi' } } };
      await interaction.client.rest.post(path, answer);
      await interaction.client.rest.post(path, answer).catch((error) => refused.resolve(error.code));
    },
  });

  const answer = discord.as(alice).in(channel).run('/twice');

  expect(await refused.promise).toBe(40060);
  expect((await answer.reply()).content).toBe('hi');
});

test('a refused answer is reported to the test that waits for one', async () => {
  const { discord, alice, channel } = await startBot({
    commands: [command('long')],
    react: async (interaction) => interaction.isChatInputCommand() && interaction.reply('x'.repeat(2_001)),
  });

  const answer = discord.as(alice).in(channel).run('/long');
  await discord.nextRequest(({ code }) => code === 50035);
  discord.advance(3_001);

  await expect(answer.reply()).rejects.toThrow(/did not respond \(\/long\); Discord refused .*2000 or fewer/);
  expect(discord.violations).toHaveLength(1);
});
