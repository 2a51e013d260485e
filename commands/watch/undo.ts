import { type ChatInputCommandInteraction, MessageFlags } from 'discord.js';
import type { ActionInteraction, CommandContext } from '../../src/discord/command/command.ts';
import { UserError } from '../../src/discord/command/user-error.ts';
import { describeQuiet } from '../../src/discord/render/words/describe.ts';
import type { Language } from '../../src/language/language.ts';
import type { QuietHours } from '../../src/routing/quiet.ts';
import { formatWatch } from './format-watch.ts';

/** `/watch undo` */
export async function undoLast(interaction: ChatInputCommandInteraction, context: CommandContext): Promise<void> {
  await interaction.editReply(
    await undo(interaction.user.id, undefined, context.languages.of(interaction.locale), context),
  );
}

/** *Undo* under the answer to a change. */
export async function undoFromButton(
  interaction: ActionInteraction,
  key: string,
  context: CommandContext,
): Promise<void> {
  await interaction.deferReply({ flags: MessageFlags.Ephemeral });
  await interaction.editReply(await undo(interaction.user.id, key, context.languages.of(interaction.locale), context));
}

async function undo(
  userId: string,
  key: string | undefined,
  language: Language,
  context: CommandContext,
): Promise<string> {
  const outcome = await context.watchChanges.undo(userId, key);
  switch (outcome.kind) {
    case 'nothing-kept':
      throw new UserError('There is nothing to undo: only your last change can be undone, for ten minutes.');
    case 'gone':
      throw new UserError('There is nothing to undo: that watch is gone already.');
    case 'undone': {
      const said = [
        ...outcome.put.map((watch) => `As before: ${formatWatch(watch, language, context)}.`),
        ...outcome.removed.map((watch) => `Removed again: ${formatWatch(watch, language, context)}.`),
        ...(outcome.quiet === undefined ? [] : [formatQuietAgain(outcome.quiet)]),
      ];
      return said.slice(0, 5).join('\n') + (said.length > 5 ? `\n… and ${said.length - 5} more.` : '');
    }
  }
}

function formatQuietAgain(quiet: QuietHours | null): string {
  return quiet ? `Quiet hours as before: ${describeQuiet(quiet)}.` : 'As before: no quiet hours.';
}
