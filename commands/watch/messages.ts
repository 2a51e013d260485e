import { isDeepStrictEqual } from 'node:util';
import type { ChatInputCommandInteraction } from 'discord.js';
import { updateOrReply } from '../../src/discord/command/answer.ts';
import { explainClosed, formatMissed } from '../../src/discord/command/closed-messages.ts';
import type { ActionInteraction, CommandContext } from '../../src/discord/command/command.ts';
import { formatZoneDoubt, formatZoneNotes, readQuiet } from '../../src/discord/command/read-quiet.ts';
import { UserError } from '../../src/discord/command/user-error.ts';
import { changeButtons, renderChange } from '../../src/discord/render/answer/watch-change.ts';
import { COLOURS, card, type Layout, row, text } from '../../src/discord/render/layout/layout.ts';
import { describeQuiet } from '../../src/discord/render/words/describe.ts';
import { formatRefusal, tryMessagesButton } from '../../src/discord/render/words/refusal.ts';

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

/** *Try again* where Discord refuses a user's direct messages. */
export async function tryMessages(interaction: ActionInteraction, _: string, context: CommandContext): Promise<void> {
  await updateOrReply(interaction, () => tryAndResume(interaction, context));
}

async function tryAndResume({ user, id, locale }: ActionInteraction, context: CommandContext): Promise<Layout> {
  const language = context.languages.of(locale);
  const target = { kind: 'user', id: user.id } as const;
  const controls = (isOpen: boolean) =>
    row(...(isOpen ? [] : [tryMessagesButton(language)]), ...changeButtons(null, language));
  const outcome = await context.sendTest(user.id, language.say('refusal.test'), `test${id}`);
  if (outcome.kind === 'delivered') {
    const missed = await formatMissed(user.id, language, context);
    const { isKept } = await context.resume(target);
    const kept = isKept && language.say('refusal.kept');
    return card(COLOURS.good, text(language.say('refusal.back'), kept, ...missed), controls(true));
  }
  if (outcome.kind !== 'refused')
    return card(COLOURS.warning, text(language.say('refusal.no-answer')), controls(false));
  const why = formatRefusal(outcome.code, language, 'user');
  const lines = await explainClosed(user.id, outcome.code, language, context);
  return card(COLOURS.warning, text(language.say('refusal.still', { why }), ...lines), controls(false));
}
