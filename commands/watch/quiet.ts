import { isDeepStrictEqual } from 'node:util';
import type { ChatInputCommandInteraction } from 'discord.js';
import type { CommandContext } from '../../src/discord/command/command.ts';
import { formatZoneDoubt, formatZoneNotes, readQuiet } from '../../src/discord/command/read-quiet.ts';
import { UserError } from '../../src/discord/command/user-error.ts';
import { renderChange } from '../../src/discord/render/answer/watch-change.ts';
import { describeQuiet } from '../../src/discord/render/words/describe.ts';

/** `/watch quiet`: sets the user's quiet hours; without options it ends them. */
export async function setQuiet(interaction: ChatInputCommandInteraction, context: CommandContext): Promise<void> {
  const { options, user, locale } = interaction;
  const [from, to, timezone] = ['from', 'to', 'timezone'].map((name) => options.getString(name));
  const now = context.now();
  const before = (await context.subscriptions.person(user.id))?.quiet ?? null;
  const given = { from: from ?? null, to: to ?? null, timezone: timezone ?? null };
  const quiet = readQuiet(given, before, { from: 'from', to: 'to', now });
  if (isDeepStrictEqual(quiet, before)) {
    throw new UserError((language) =>
      quiet ? language.say('watch.quiet-same', { hours: describeQuiet(quiet) }) : language.say('watch.quiet-none'),
    );
  }
  const key = await context.watchChanges.change(user.id, { quiet });
  const language = context.languages.of(locale);
  const doubt = formatZoneDoubt(quiet, now, language);
  const lines = quiet
    ? [language.say('watch.quiet-set', { hours: describeQuiet(quiet) }), ...formatZoneNotes(quiet, now, language)]
    : [language.say('watch.quiet-ended')];
  await interaction.editReply(renderChange(doubt === null ? lines : [...lines, doubt], key, language));
}
