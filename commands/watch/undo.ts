import type { ChatInputCommandInteraction } from 'discord.js';
import type { ActionInteraction, CommandContext } from '../../src/discord/command/command.ts';
import { UserError } from '../../src/discord/command/user-error.ts';
import { renderChange } from '../../src/discord/render/answer/watch-change.ts';
import type { Layout } from '../../src/discord/render/layout/layout.ts';
import { describeQuiet } from '../../src/discord/render/words/describe.ts';
import { stampLately } from '../../src/discord/render/words/text.ts';
import type { Language } from '../../src/language/language.ts';
import { whole } from '../../src/language/number.ts';
import type { QuietHours } from '../../src/routing/quiet.ts';
import type { Watch } from '../../src/routing/watch.ts';
import { snoozeEnd } from '../../src/subscriptions/watch-state.ts';
import { formatWatch } from './format-watch.ts';
import { updateOrReply } from './update.ts';

const SHOWN = 5;

/** `/watch undo` */
export async function undoLast(interaction: ChatInputCommandInteraction, context: CommandContext): Promise<void> {
  const language = context.languages.of(interaction.locale);
  await interaction.editReply(await undo(interaction.user.id, undefined, language, context));
}

/** *Undo* under the answer to a change, which then says what was taken back. */
export async function undoFromButton(
  interaction: ActionInteraction,
  key: string,
  context: CommandContext,
): Promise<void> {
  const language = context.languages.of(interaction.locale);
  await updateOrReply(interaction, () => undo(interaction.user.id, key, language, context));
}

async function undo(
  userId: string,
  key: string | undefined,
  language: Language,
  context: CommandContext,
): Promise<Layout> {
  const outcome = await context.watchChanges.undo(userId, key);
  switch (outcome.kind) {
    case 'nothing-kept':
      throw new UserError((language) => language.say('watch.no-undo'));
    case 'gone':
      throw new UserError((language) => language.say('watch.undo-gone'));
    case 'undone': {
      const said = [
        ...outcome.put.map((watch) => formatPutBack(watch, language, context)),
        ...outcome.removed.map((watch) =>
          language.say('watch.removed-again', { watch: formatWatch(watch, language, context) }),
        ),
        ...(outcome.quiet === undefined ? [] : [formatQuietAgain(outcome.quiet, language)]),
      ];
      const more = said.length - SHOWN;
      const rest = more > 0 ? [language.say('common.more', { count: whole(more, language) })] : [];
      return renderChange([...said.slice(0, SHOWN), ...rest], null, language);
    }
  }
}

/** The state of a watch that holds again. */
export function formatPutBack(watch: Watch, language: Language, context: CommandContext): string {
  const named = { watch: formatWatch(watch, language, context) };
  const snoozedUntil = snoozeEnd(watch, context.now());
  if (watch.paused) return language.say('watch.put-back-paused', named);
  if (snoozedUntil === null) return language.say('watch.put-back', named);
  return language.say('watch.put-back-snoozed', { ...named, when: stampLately(snoozedUntil, context.now()) });
}

function formatQuietAgain(quiet: QuietHours | null, language: Language): string {
  return quiet
    ? language.say('watch.quiet-back', { hours: describeQuiet(quiet) })
    : language.say('watch.quiet-off-again');
}
