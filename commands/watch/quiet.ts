import { isDeepStrictEqual } from 'node:util';
import type { ChatInputCommandInteraction } from 'discord.js';
import type { CommandContext } from '../../src/discord/command/command.ts';
import { readQuiet } from '../../src/discord/command/read-quiet.ts';
import { UserError } from '../../src/discord/command/user-error.ts';
import { undoButton } from '../../src/discord/render/alert/alert-controls.ts';
import { describeQuiet } from '../../src/discord/render/words/describe.ts';

/** `/watch quiet`: sets the person's quiet hours; without options it ends them. */
export async function setQuiet(interaction: ChatInputCommandInteraction, context: CommandContext): Promise<void> {
  const { options, user } = interaction;
  const [from, to, timezone] = ['from', 'to', 'timezone'].map((name) => options.getString(name));
  const before = context.subscriptions.person(user.id)?.quiet ?? null;
  const given = { from: from ?? null, to: to ?? null, timezone: timezone ?? null };
  const quiet = readQuiet(given, before, { from: 'from', to: 'to' });
  if (isDeepStrictEqual(quiet, before)) {
    throw new UserError(
      quiet
        ? `These are your quiet hours already: ${describeQuiet(quiet)}.`
        : 'You have no quiet hours. Give `from`, `to` and `timezone`.',
    );
  }
  const key = await context.watchChanges.change(user.id, { quiet });
  await interaction.editReply({
    content: quiet
      ? `Quiet hours: ${describeQuiet(quiet)}. What comes then, you hear afterwards.`
      : 'No quiet hours any more.',
    components: [undoButton(key, context.languages.of(interaction.locale))],
  });
}
