import { type BaseInteraction, MessageFlags, PermissionFlagsBits } from 'discord.js';
import { EVERYWHERE, replacing } from '../src/discord/command/answer.ts';
import {
  type ActionInteraction,
  type Command,
  type CommandContext,
  OLD_BUTTON,
  UserError,
} from '../src/discord/command/command.ts';
import { HELP_TOPICS, type HelpTopic, renderHelp } from '../src/discord/render/answer/help.ts';
import { described } from '../src/language/languages.ts';

/** The menu of the answer: shows more of the chosen topic in the same message. */
async function showTopic(interaction: ActionInteraction, _: string, context: CommandContext): Promise<void> {
  if (!interaction.isStringSelectMenu()) throw new UserError(OLD_BUTTON);
  const topics = topicsFor(interaction);
  await show(topics.find((one) => one === interaction.values[0]) ?? null, interaction, context);
}

/** Handles *All topics*: returns to the overview. */
async function showOverview(interaction: ActionInteraction, _: string, context: CommandContext): Promise<void> {
  await show(null, interaction, context);
}

async function show(topic: HelpTopic | null, interaction: ActionInteraction, { languages }: CommandContext) {
  if (!interaction.isMessageComponent()) throw new UserError(OLD_BUTTON);
  const shown = renderHelp(topic, topicsFor(interaction), languages.of(interaction.locale));
  await interaction.update(replacing(shown, interaction.message));
}

/** Returns the topics that the reader may use here. Feeds require a server, and Manage Channels in it. */
function topicsFor(interaction: BaseInteraction): readonly HelpTopic[] {
  const maySetFeeds = interaction.inGuild() && interaction.memberPermissions.has(PermissionFlagsBits.ManageChannels);
  return HELP_TOPICS.filter((topic) => topic !== 'feed' || maySetFeeds);
}

export const help = {
  definition: { name: 'help', ...described('help.command'), ...EVERYWHERE },

  async execute(interaction, { languages }) {
    const { flags, components } = renderHelp(null, topicsFor(interaction), languages.of(interaction.locale));
    await interaction.reply({ components, flags: [flags, MessageFlags.Ephemeral] });
  },

  actions: { more: showTopic, all: showOverview },
} satisfies Command;
