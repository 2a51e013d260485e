import { MessageFlags } from 'discord.js';
import { replyInTurn } from '../../src/discord/command/answer.ts';
import type { ActionInteraction, CommandContext } from '../../src/discord/command/command.ts';
import { ownEntry } from '../../src/discord/command/own-entry.ts';
import { UserError } from '../../src/discord/command/user-error.ts';
import { alertControls, undoButton } from '../../src/discord/render/alert/alert-controls.ts';
import { offersUpTo, renderShops } from '../../src/discord/render/answer/shops.ts';
import { formatFreshness } from '../../src/discord/render/words/freshness.ts';
import { stamp } from '../../src/discord/render/words/text.ts';
import { findOffers } from '../../src/market/search/offers.ts';
import { snoozed } from '../../src/subscriptions/watch-state.ts';
import { inSlices } from '../../src/time/cooperate.ts';
import { formatWatch } from './format-watch.ts';
import { requireWatch } from './watch-option.ts';

/** *Stop* on an alert: the watch is removed. */
export async function stopWatch(interaction: ActionInteraction, id: string, context: CommandContext): Promise<void> {
  const watch = requireWatch(interaction.user.id, id, context);
  await interaction.deferReply({ flags: MessageFlags.Ephemeral });
  const key = await context.watchChanges.change(watch.userId, { remove: [watch.id] });
  await answer(
    interaction,
    `Stopped: ${formatWatch(watch, context.languages.of(interaction.locale), context)}.`,
    key,
    context,
  );
}

/** *Snooze 1 h* on an alert: what comes is kept, and told after. */
export async function snoozeWatch(interaction: ActionInteraction, id: string, context: CommandContext): Promise<void> {
  const watch = requireWatch(interaction.user.id, id, context);
  await interaction.deferReply({ flags: MessageFlags.Ephemeral });
  const later = snoozed(watch, context.now());
  const key = await context.watchChanges.change(watch.userId, { put: [later] });
  await answer(
    interaction,
    `Snoozed until ${stamp(later.snoozedUntil, 't')}: ${formatWatch(watch, context.languages.of(interaction.locale), context)}.`,
    key,
    context,
  );
}

/** *Show shops* on an alert: what matches the watch's filters now. */
export async function showShops(interaction: ActionInteraction, id: string, context: CommandContext): Promise<void> {
  const { filter, trigger } = requireWatch(interaction.user.id, id, context);
  const market = context.market();
  if (!market) throw new UserError('The list of shops is not in yet; please try again in a minute.');
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

/** The watch that a menu of many offers: what to do about it is asked next. */
async function chooseAction(interaction: ActionInteraction, id: string, context: CommandContext): Promise<void> {
  const watch = requireWatch(interaction.user.id, id, context);
  const controls = alertControls([watch], context.languages.of(interaction.locale));
  await interaction.reply({
    content: `${formatWatch(watch, context.languages.of(interaction.locale), context)}:`,
    components: controls ? [controls] : [],
    flags: MessageFlags.Ephemeral,
  });
}

const CHOICES = { choose: chooseAction, stop: stopWatch, snooze: snoozeWatch, shops: showShops };

/** The menu of an alert that tells of several watches. */
export async function chooseForWatch(
  interaction: ActionInteraction,
  _: string,
  context: CommandContext,
): Promise<void> {
  const [action = '', id = ''] = interaction.isStringSelectMenu() ? (interaction.values[0] ?? '').split(':') : [];
  const choice = ownEntry(CHOICES, action);
  if (!choice) throw new UserError('Pick one from the menu.');
  await choice(interaction, id, context);
}

async function answer(
  interaction: ActionInteraction,
  content: string,
  undoKey: string,
  { languages }: CommandContext,
): Promise<void> {
  await interaction.editReply({ content, components: [undoButton(undoKey, languages.of(interaction.locale))] });
}
