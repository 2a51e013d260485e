import { explainClosed, formatMissed } from '../../src/discord/command/closed-messages.ts';
import type { ActionInteraction, CommandContext } from '../../src/discord/command/command.ts';
import { changeButtons } from '../../src/discord/render/answer/watch-change.ts';
import { COLOURS, card, type Layout, row, text } from '../../src/discord/render/layout/layout.ts';
import { formatRefusal, tryMessagesButton } from '../../src/discord/render/words/refusal.ts';
import { updateOrReply } from './update.ts';

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
