import type { ChatInputCommandInteraction } from 'discord.js';
import type { CommandContext } from '../../src/discord/command/command.ts';
import { count } from '../../src/discord/render/words/text.ts';
import { forgetPerson } from '../../src/subscriptions/forget-person.ts';
import { fileOf } from './export-import.ts';

/**
 * `/watch forget`: everything that is kept of a person is deleted, at once and for good. The watches are handed back as a
 * file, for whoever did not mean it.
 */
export async function forgetAll(interaction: ChatInputCommandInteraction, context: CommandContext): Promise<void> {
  const { watches, hadQuiet } = await forgetPerson(interaction.user.id, context);
  const said = `Deleted: ${count(watches.length, 'watch', interaction.locale, 'watches')}${hadQuiet ? ', your quiet hours' : ''} and all that waited for you. Feeds you made for a server stay with it.`;
  if (watches.length === 0) await interaction.editReply(said);
  else {
    await interaction.editReply({
      content: `${said}\n-# Not what you meant? \`/watch import\` takes your watches back from this file.`,
      files: [fileOf(watches, context)],
    });
  }
}
