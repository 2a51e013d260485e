import { ComponentType, DiscordAPIError, MessageFlags, RateLimitError } from 'discord.js';
import { replyInTurn } from '../../src/discord/command/answer.ts';
import { type ActionInteraction, type CommandContext, ownEntry, UserError } from '../../src/discord/command/command.ts';
import { alertControls, type ControlRow, undoOnAlertButton } from '../../src/discord/render/alert/asked-by.ts';
import { offersUpTo, renderShops } from '../../src/discord/render/answer/shops.ts';
import { formatFreshness } from '../../src/discord/render/words/freshness.ts';
import { clip, stamp } from '../../src/discord/render/words/text.ts';
import { findOffers } from '../../src/market/search/offers.ts';
import type { Watch } from '../../src/routing/watch.ts';
import { extended, snoozed } from '../../src/subscriptions/watches.ts';
import { inSlices } from '../../src/time/cooperate.ts';
import { formatPutBack } from './change.ts';
import { changeWatch, formatWatch, requireWatch } from './own-watch.ts';

/** Handles *Stop* on an alert: removes the watch. */
export async function stopWatch(interaction: ActionInteraction, id: string, context: CommandContext): Promise<void> {
  const watch = await requireWatch(interaction.user.id, id, context);
  await interaction.deferUpdate();
  const undoKey = await context.watchChanges.change(watch.userId, { remove: [watch.id] });
  const language = context.languages.of(interaction.locale);
  const sentence = language.say('alert.stopped', { watch: formatWatch(watch, language, context) });
  await showOnAlert(interaction, sentence, { watches: [], undoKey }, context);
}

/** Handles *Snooze 1 hour* on an alert: holds notices back, and delivers them afterwards. */
export async function snoozeWatch(interaction: ActionInteraction, id: string, context: CommandContext): Promise<void> {
  const watch = await requireWatch(interaction.user.id, id, context);
  await interaction.deferUpdate();
  const later = snoozed(watch, context.now());
  const undoKey = await changeWatch(watch, (one) => ({ ...one, snoozedUntil: later.snoozedUntil }), context);
  const language = context.languages.of(interaction.locale);
  const when = stamp(later.snoozedUntil, 't');
  const sentence = language.say('alert.snoozed', { when, watch: formatWatch(watch, language, context) });
  await showOnAlert(interaction, sentence, { watches: [later], undoKey }, context);
}

/** Handles *Undo* on an alert: restores the watch as it was before the press. */
export async function undoOnAlert(interaction: ActionInteraction, key: string, context: CommandContext): Promise<void> {
  await interaction.deferUpdate();
  const outcome = await context.watchChanges.undo(interaction.user.id, key);
  if (outcome.kind !== 'undone') throw new UserError((language) => language.say('alert.nothing-to-undo'));
  const language = context.languages.of(interaction.locale);
  const sentence = outcome.put.map((watch) => formatPutBack(watch, language, context)).join(' · ');
  await showOnAlert(interaction, sentence, { watches: outcome.put, undoKey: null }, context);
}

/** Handles *Keep it 30 days* on the notice that a watch ends. */
export async function keepOn(interaction: ActionInteraction, id: string, context: CommandContext): Promise<void> {
  const watch = await requireWatch(interaction.user.id, id, context);
  const kept = extended(watch, context.now());
  if (kept === null) throw new UserError((language) => language.say('alert.no-end'));
  await interaction.deferUpdate();
  // Both of two simultaneous presses save the same end, so that the watch is extended once.
  const undoKey = await changeWatch(watch, (one) => ({ ...one, expiresAt: kept.expiresAt }), context);
  const language = context.languages.of(interaction.locale);
  const sentence = language.say('alert.kept-on', { watch: formatWatch(watch, language, context) });
  await showOnAlert(interaction, sentence, { watches: [], undoKey }, context);
}

/** Handles *Show shops* on an alert: shows the shops that match the watch's filters now. */
export async function showShops(interaction: ActionInteraction, id: string, context: CommandContext): Promise<void> {
  const { filter, trigger } = await requireWatch(interaction.user.id, id, context);
  const market = context.market();
  if (!market) throw new UserError((language) => language.say('error.no-shops-yet'));
  const side = trigger === 'at-or-above' ? 'sell' : 'buy';
  const query = {
    userId: interaction.user.id,
    side,
    sort: 'price',
    outOfStock: trigger === 'my-shop',
    filter,
  } as const;
  await replyInTurn(interaction, context, async () => {
    const found = await inSlices(findOffers(market, { ...query, limit: offersUpTo(0) }));
    const freshness = formatFreshness(
      context.status.snapshot(),
      context.status.stream(),
      context.now(),
      context.languages.of(interaction.locale),
    );
    const key = await context.queries.keep(query);
    return renderShops({
      query,
      found,
      page: 0,
      freshness,
      key,
      icons: context.icons,
      language: context.languages.of(interaction.locale),
    });
  });
}

/** Shows the buttons of the watch chosen from the menu of an alert, to its owner alone. */
async function chooseAction(interaction: ActionInteraction, id: string, context: CommandContext): Promise<void> {
  const watch = await requireWatch(interaction.user.id, id, context);
  const language = context.languages.of(interaction.locale);
  const controls = alertControls([watch], language, context.now());
  await interaction.reply({
    content: language.say('alert.choose', { watch: formatWatch(watch, language, context) }),
    components: controls ? [controls] : [],
    flags: MessageFlags.Ephemeral,
  });
}

/** Menus of Crier before 0.4.0 have an action for each watch. */
const MENU_ACTIONS = { choose: chooseAction, stop: stopWatch, snooze: snoozeWatch, shops: showShops };

/** The menu of an alert for several watches. */
export async function chooseForWatch(
  interaction: ActionInteraction,
  _: string,
  context: CommandContext,
): Promise<void> {
  const [action = '', id = ''] = interaction.isStringSelectMenu() ? (interaction.values[0] ?? '').split(':') : [];
  const choice = ownEntry(MENU_ACTIONS, action);
  if (!choice) throw new UserError((language) => language.say('alert.choose-from-menu'));
  await choice(interaction, id, context);
}

const MOST_RESULT_CHARACTERS = 1_000;

/**
 * Shows the result of a press on the alert itself, below its first sentence. If Discord rejects the edit (an old
 * message allows few), the user gets a reply instead. The interaction must be deferred as an update.
 * @param watches the watches that still exist, whose buttons stay
 * @param undoKey the key of the undo step, or null if there is none
 */
async function showOnAlert(
  interaction: ActionInteraction,
  sentence: string,
  { watches, undoKey }: { readonly watches: readonly Watch[]; readonly undoKey: string | null },
  { languages, now, log }: CommandContext,
): Promise<void> {
  const language = languages.of(interaction.locale);
  const undo = undoKey === null ? [] : [undoOnAlertButton(undoKey, language)];
  const controls = keptMenus(interaction) ?? alertControls(watches, language, now());
  const line = clip(sentence, MOST_RESULT_CHARACTERS);
  try {
    const content = [...firstLines(interaction), `-# ${line}`].join('\n');
    await interaction.editReply({ content, components: [...(controls ? [controls].flat() : []), ...undo] });
  } catch (error) {
    if (!isRefusal(error)) throw error;
    log.info({ err: error, interaction: interaction.id }, 'Discord rejected the edit of an alert, replying privately');
    await interaction.followUp({ content: line, components: undo, flags: MessageFlags.Ephemeral });
  }
}

/** Whether Discord rejected the edit. Too many edits of an old message (30046) arrive as a rate limit. */
function isRefusal(error: unknown): boolean {
  return error instanceof RateLimitError || (error instanceof DiscordAPIError && error.status < 500);
}

/** @returns the menu of an alert for several watches, which stays, or null if it has none */
function keptMenus({ message }: ActionInteraction): ControlRow[] | null {
  const rows = (message?.components ?? []).flatMap((row) =>
    row.type === ComponentType.ActionRow ? [row.toJSON()] : [],
  );
  const menus = rows.flatMap((row) => {
    const components = row.components.filter((one) => one.type === ComponentType.StringSelect);
    return components.length === 0 ? [] : [{ type: row.type, components }];
  });
  return menus.length === 0 ? null : menus;
}

/** Returns the alert's text without the result of an earlier press. */
function firstLines({ message }: ActionInteraction): string[] {
  const lines = message?.content.split('\n').filter((line, at) => at === 0 || !line.startsWith('-# ')) ?? [];
  return lines.filter((line) => line !== '');
}
