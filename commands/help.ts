import { MessageFlags } from 'discord.js';
import { EVERYWHERE, replacing } from '../src/discord/command/answer.ts';
import type { ActionInteraction, Command, CommandContext } from '../src/discord/command/command.ts';
import { OLD_BUTTON, UserError } from '../src/discord/command/user-error.ts';
import { HELP_TOPICS, renderHelp } from '../src/discord/render/answer/help.ts';
import { described } from '../src/language/localized.ts';

/** The menu of the answer: it shows more of what was chosen, in the same message. */
async function more(interaction: ActionInteraction, _: string, { languages }: CommandContext): Promise<void> {
  if (!interaction.isStringSelectMenu()) throw new UserError(OLD_BUTTON);
  const topic = HELP_TOPICS.find((one) => one === interaction.values[0]) ?? null;
  await interaction.update(replacing(renderHelp(topic, languages.of(interaction.locale)), interaction.message));
}

export const help = {
  definition: { name: 'help', ...described('help.command'), ...EVERYWHERE },

  async execute(interaction, { languages }) {
    const { flags, components } = renderHelp(null, languages.of(interaction.locale));
    await interaction.reply({ components, flags: [flags, MessageFlags.Ephemeral] });
  },

  actions: { more },
} satisfies Command;
