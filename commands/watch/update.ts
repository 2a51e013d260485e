import { MessageFlags } from 'discord.js';
import { replacing } from '../../src/discord/command/answer.ts';
import type { ActionInteraction } from '../../src/discord/command/command.ts';
import type { Layout } from '../../src/discord/render/layout/layout.ts';

/**
 * Answers a button or a menu in the message that it stands under, where that is one of ours for this person alone; else, under
 * an alert, by a message beside it.
 */
export async function updateOrReply(interaction: ActionInteraction, answer: () => Promise<Layout>): Promise<void> {
  const under = interaction.message;
  if (!under?.flags.has(MessageFlags.Ephemeral)) {
    await interaction.deferReply({ flags: MessageFlags.Ephemeral });
    await interaction.editReply(await answer());
    return;
  }
  await interaction.deferUpdate();
  // A chart of the answer before goes with it.
  await interaction.editReply({ ...replacing(await answer(), under), attachments: [] });
}
