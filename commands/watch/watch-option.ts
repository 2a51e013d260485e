import type { AutocompleteInteraction, ChatInputCommandInteraction } from 'discord.js';
import type { Choice, CommandContext } from '../../src/discord/command/command.ts';
import { UserError } from '../../src/discord/command/user-error.ts';
import { clip, unmark } from '../../src/discord/render/words/text.ts';
import type { Language } from '../../src/language/language.ts';
import type { Watch } from '../../src/routing/watch.ts';
import { formatWatch } from './format-watch.ts';

/** @throws UserError where it is not a watch of this person */
export async function readWatch(interaction: ChatInputCommandInteraction, context: CommandContext): Promise<Watch> {
  return requireWatch(interaction.user.id, interaction.options.getString('watch', true), context);
}

/** @throws UserError where it is not a watch of this person */
export async function requireWatch(userId: string, id: string, context: CommandContext): Promise<Watch> {
  return findWatch(await context.subscriptions.watchesOf(userId), id);
}

/** @throws UserError where it is not among them */
export function findWatch(watches: readonly Watch[], id: string): Watch {
  const watch = watches.find((watch) => watch.id === id);
  if (!watch) throw new UserError((language) => language.say('watch.none'));
  return watch;
}

/**
 * Changes a watch as it stands when its turn comes: one that was stopped meanwhile does not come back.
 * @returns the key of the undo step
 * @throws UserError where it is gone by then
 */
export function changeWatch(
  { id, userId }: Watch,
  change: (watch: Watch) => Watch,
  { watchChanges }: CommandContext,
): Promise<string> {
  return watchChanges.change(userId, (watches) => ({ put: [change(findWatch(watches, id))] }));
}

/** The person's watches whose name holds what was typed. */
export async function suggestWatches(
  interaction: AutocompleteInteraction,
  context: CommandContext,
): Promise<readonly Choice[]> {
  const text = interaction.options.getFocused().toLowerCase();
  const watches = await context.subscriptions.watchesOf(interaction.user.id);
  return watches
    .map((watch) => ({ name: nameOf(watch, context.languages.of(interaction.locale), context), value: watch.id }))
    .filter(({ name }) => name.toLowerCase().includes(text))
    .slice(0, 25);
}

function nameOf(watch: Watch, language: Language, context: CommandContext): string {
  const what = unmark(formatWatch(watch, language, context));
  return clip(watch.paused ? `${what} · ${language.say('watch.state-paused')}` : what, 100);
}
