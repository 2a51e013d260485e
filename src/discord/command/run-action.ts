import { type ChatInputCommandInteraction, MessageFlags } from 'discord.js';
import type { CommandContext } from './command.ts';
import { ownEntry } from './own-entry.ts';
import { OLD_COMMAND, UserError } from './user-error.ts';

type Action = (interaction: ChatInputCommandInteraction, context: CommandContext) => Promise<void>;

/** How a command runs that answers for the asker alone: the action of the subcommand, by its name, after it was deferred. */
export function runAction(actions: Readonly<Record<string, Action>>): Action {
  return async (interaction, context) => {
    await interaction.deferReply({ flags: MessageFlags.Ephemeral });
    const action = ownEntry(actions, interaction.options.getSubcommand());
    if (!action) throw new UserError(OLD_COMMAND);
    await action(interaction, context);
  };
}
