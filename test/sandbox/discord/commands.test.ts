import { Client, Events, GatewayIntentBits, MessageFlags } from 'discord.js';
import { afterEach, expect, test } from 'vitest';
import { type LocalDiscord, startDiscord } from '../../../src/sandbox/discord/discord.ts';

const open: { discord: LocalDiscord; client: Client }[] = [];

afterEach(async () => {
  for (const { discord, client } of open.splice(0)) {
    await client.destroy();
    await discord.close();
  }
});

async function startBot() {
  const discord = await startDiscord();
  const guild = discord.world.addGuild({ name: 'Market', channels: [{ name: 'general' }] });
  const [channel] = guild.channels.values();
  if (!channel) throw new Error('the guild has a channel');
  const alice = discord.world.addUser({ name: 'Alice' });
  discord.world.addMember(guild, alice);
  const client = new Client({ intents: [GatewayIntentBits.Guilds], rest: { api: discord.url } });
  open.push({ discord, client });
  const ready = new Promise((resolve) => client.once(Events.ClientReady, resolve));
  await client.login(discord.token);
  await ready;
  return { discord, guild, channel, alice, client };
}

const shop = {
  name: 'shop',
  description: 'Shops for an item',
  options: [{ name: 'item', description: 'The item', type: 3, required: true, autocomplete: true }],
};

test('a slash command is deferred and then answered', async () => {
  const { discord, channel, alice, client } = await startBot();
  await client.application?.commands.set([shop]);
  client.on(Events.InteractionCreate, async (interaction) => {
    if (!interaction.isChatInputCommand()) return;
    await interaction.deferReply({ flags: MessageFlags.Ephemeral });
    await interaction.editReply(`${interaction.options.getString('item', true)} for 3`);
  });

  const answer = discord.as(alice).in(channel).run('/shop', { item: 'diamond' });

  expect((await answer.reply()).content).toBe('diamond for 3');
  expect(answer.ephemeral).toBe(true);
  expect(discord.complaints).toEqual([]);
});

test('autocomplete offers choices, and more than 25 are refused', async () => {
  const { discord, channel, alice, client } = await startBot();
  await client.application?.commands.set([shop]);
  const refused = new Promise((resolve) => {
    client.on(Events.InteractionCreate, async (interaction) => {
      if (!interaction.isAutocomplete()) return;
      const choice = (_: unknown, index: number) => ({ name: `item ${index}`, value: `${index}` });
      await interaction.respond(Array.from({ length: 26 }, choice)).catch((error) => resolve(error.code));
      await interaction.respond([{ name: interaction.options.getFocused(), value: 'x' }]);
    });
  });

  const choices = await discord.as(alice).in(channel).autocomplete('/shop', 'item', 'dia');

  expect(await refused).toBe(50035);
  expect(choices).toMatchObject([{ name: 'dia', value: 'x' }]);
});

test('a session is resumed after opcode 7, and a message of the same nonce is created once', async () => {
  const { discord, channel, client } = await startBot();
  const resumed = discord.events.next('gateway', ({ what }) => what === 'resumed', 5_000);
  discord.gateway.askToReconnect();
  await resumed;

  const sendable = await client.channels.fetch(channel.id);
  if (!sendable?.isSendable()) throw new Error('the channel is sendable');
  const message = { content: '@everyone', nonce: '1', enforceNonce: true, allowedMentions: { parse: [] } };
  const [first, second] = [await sendable.send(message), await sendable.send(message)];

  expect(second.id).toBe(first.id);
  expect(discord.messages(channel).map(({ mentions }) => mentions)).toEqual([{ written: ['everyone'], notified: [] }]);
  expect(discord.gateway.identifies).toBe(1);
});
