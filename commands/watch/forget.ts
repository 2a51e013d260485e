import type { ChatInputCommandInteraction } from 'discord.js';
import type { CommandContext } from '../../src/discord/command/command.ts';
import { COLOURS, card, text } from '../../src/discord/render/layout/layout.ts';
import { forgetPerson } from '../../src/subscriptions/forget-person.ts';
import { withFile } from './export-import.ts';

/**
 * `/watch forget`: everything that is kept of a person is deleted, at once and for good. The watches are handed back as a
 * file, for whoever did not mean it.
 */
export async function forgetAll(interaction: ChatInputCommandInteraction, context: CommandContext): Promise<void> {
  const { watches } = await forgetPerson(interaction.user.id, context);
  const language = context.languages.of(interaction.locale);
  const said = language.say('watch.forgotten', { n: watches.length });
  if (watches.length === 0) await interaction.editReply(card(COLOURS.neutral, text(said)));
  else await interaction.editReply(withFile([said, language.say('watch.forgotten-file')], watches, context));
}
