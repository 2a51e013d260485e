import { AttachmentBuilder, type Interaction, MessageFlags } from 'discord.js';
import { expect, test } from 'vitest';
import { buttons, command, startBot } from './bot.ts';
import { checkBody, checkRequests, missingDescription } from './openapi.ts';
import { greyPng } from './png.ts';

async function react(interaction: Interaction): Promise<unknown> {
  if (interaction.isAutocomplete()) return interaction.respond([{ name: 'Diamond', value: 'diamond' }]);
  if (interaction.isButton())
    return interaction.update({ content: 'pressed', embeds: [], components: [], attachments: [] });
  if (!interaction.isChatInputCommand()) return null;
  await interaction.deferReply({ flags: MessageFlags.Ephemeral });
  const file = new AttachmentBuilder(greyPng(2, 2), { name: 'price.png', description: 'Falling' });
  const embeds = [{ image: { url: 'attachment://price.png' } }];
  await interaction.editReply({ embeds, files: [file], components: buttons('more') });
  return interaction.followUp('and more');
}

test.skipIf(missingDescription)('requests of discord.js fit Discord’s OpenAPI description', async () => {
  const options = [{ name: 'item', description: 'The item', type: 3, autocomplete: true }];
  const { discord, alice, channel, client } = await startBot({ commands: [command('shop', { options })], react });
  const actor = discord.as(alice).in(channel);
  await client.application?.commands.create({ name: 'price', description: 'Prices' });
  await actor.autocomplete('/shop', 'item', 'dia');
  const answer = actor.run('/shop', { item: 'diamond' });
  await answer.followUp();
  await actor.press(await answer.reply(), 'more').reply();
  const user = await client.users.fetch(alice.id);
  await user.send({ embeds: [{ title: 'Sold' }], nonce: 'n', enforceNonce: true });

  expect(checkRequests(discord)).toEqual([]);
  expect(discord.violations).toEqual([]);
});

test.skipIf(missingDescription)('a body that violates Discord’s OpenAPI description is reported with its path', () => {
  expect(checkBody('message', { embeds: [{ title: 'x'.repeat(257) }] })).toContainEqual(
    expect.stringMatching(/^message\/embeds\/0\/title .*256/),
  );
  expect(checkBody('commands', [{ description: 'd' }])).toContainEqual(expect.stringMatching(/'name'/));
  expect(checkBody('callback', { type: 99 })).not.toEqual([]);
});
