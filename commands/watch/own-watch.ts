import type { AutocompleteInteraction, ChatInputCommandInteraction } from 'discord.js';
import { type Choice, type CommandContext, UserError } from '../../src/discord/command/command.ts';
import { refuseFault } from '../../src/discord/command/refuse-fault.ts';
import { describeRate, describeWatch } from '../../src/discord/render/words/describe.ts';
import { clip, unmark } from '../../src/discord/render/words/text.ts';
import type { Language } from '../../src/language/language.ts';
import { formatWhole } from '../../src/language/number.ts';
import type { Filter } from '../../src/market/search/filter.ts';
import { CHOICE_CHARACTERS, MOST_CHOICES } from '../../src/market/search/suggest-words.ts';
import type { WatchDraft } from '../../src/ports/settings.ts';
import type { Watch } from '../../src/routing/watch.ts';
import { withNames } from '../../src/subscriptions/player-names.ts';
import { watchRefusal } from '../../src/subscriptions/watches.ts';

/** @throws UserError if the user has no such watch */
export async function readWatch(interaction: ChatInputCommandInteraction, context: CommandContext): Promise<Watch> {
  return requireWatch(interaction.user.id, interaction.options.getString('watch', true), context);
}

/** @throws UserError if the user has no such watch */
export async function requireWatch(userId: string, id: string, context: CommandContext): Promise<Watch> {
  return findWatch(await context.subscriptions.watchesOf(userId), id);
}

/** @throws UserError if it is not among them */
export function findWatch(watches: readonly Watch[], id: string): Watch {
  const watch = watches.find((watch) => watch.id === id);
  if (!watch) throw new UserError((language) => language.say('watch.none'));
  return watch;
}

/**
 * Changes a watch in its present state, so that a watch stopped meanwhile does not come back.
 * @returns the key of the undo step
 * @throws UserError if the watch was removed meanwhile
 */
export function changeWatch(
  { id, userId }: Watch,
  change: (watch: Watch) => Watch,
  { watchChanges }: CommandContext,
): Promise<string> {
  return watchChanges.change(userId, (watches) => ({ put: [change(findWatch(watches, id))] }));
}

/** Suggests the user's watches whose name contains the typed text. */
export async function suggestWatches(
  interaction: AutocompleteInteraction,
  context: CommandContext,
): Promise<readonly Choice[]> {
  const text = interaction.options.getFocused().toLowerCase();
  const watches = await context.subscriptions.watchesOf(interaction.user.id);
  return watches
    .map((watch) => ({
      name: nameOfWatchChoice(watch, context.languages.of(interaction.locale), context),
      value: watch.id,
    }))
    .filter(({ name }) => name.toLowerCase().includes(text))
    .slice(0, MOST_CHOICES);
}

function nameOfWatchChoice(watch: Watch, language: Language, context: CommandContext): string {
  const what = unmark(formatWatch(watch, language, context));
  return clip(watch.paused ? `${what} · ${language.say('watch.state-paused')}` : what, CHOICE_CHARACTERS);
}

/** Limits the characters of a watch's terms in a sentence. */
const MOST_TERM_CHARACTERS = 800;

/** Describes a watch in words, with its players by name. */
export function formatWatch(
  watch: Pick<Watch, 'item' | 'trigger' | 'price' | 'filter'>,
  language: Language,
  { market }: Pick<CommandContext, 'market'>,
): string {
  return describeWatch(withNames(watch, market()), language, MOST_TERM_CHARACTERS);
}

/**
 * Refuses a watch that can never match, equals another one, or exceeds the maximum number.
 * @param among the user's other watches
 * @param before the filter before an edit
 * @throws UserError
 */
export function refuseWatch(
  draft: WatchDraft,
  among: readonly Watch[],
  context: Pick<CommandContext, 'limits' | 'market'>,
  before?: Filter,
): void {
  const refusal = watchRefusal(draft, among, context.market(), context.limits.watchesPerUser, before);
  if (refusal?.kind === 'terms') refuseFault(refusal.fault);
  if (refusal?.kind === 'twin') {
    throw new UserError((language) => formatTwin(refusal.twin, context, language));
  }
  if (refusal?.kind === 'too-many') {
    throw new UserError((language) => language.say('watch.too-many', { count: formatWhole(refusal.count, language) }));
  }
}

function formatTwin(twin: Watch, context: Pick<CommandContext, 'market'>, language: Language): string {
  const watch = language.list([formatWatch(twin, language, context), ...describeRate(twin, language)]);
  return language.say(twin.paused ? 'watch.twin-paused' : 'watch.twin', { watch });
}
