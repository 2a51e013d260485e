import { type ChatInputCommandInteraction, MessageFlags } from 'discord.js';
import { keepQuery, marketFor } from '../../src/discord/command/answer.ts';
import type { ActionInteraction, CommandContext } from '../../src/discord/command/command.ts';
import { settlePlayers } from '../../src/discord/command/read-filter.ts';
import { readPrice } from '../../src/discord/command/read-number.ts';
import { formatFault } from '../../src/discord/command/refuse-fault.ts';
import { UserError } from '../../src/discord/command/user-error.ts';
import { withGuess } from '../../src/discord/command/guess-buttons.ts';
import { renderTryAgain } from '../../src/discord/render/answer/watch-form.ts';
import type { DealTerms } from '../../src/market/deals/deal.ts';
import type { Filter } from '../../src/market/search/filter.ts';
import type { ShopQuery } from '../../src/ports/queries.ts';
import type { WatchDraft } from '../../src/ports/settings.ts';
import { newWatch, watchRefusal } from '../../src/subscriptions/new-watch.ts';
import { joinTerms, saveForm, splitTerms } from './open-form.ts';
import { preview, showPreview } from './preview.ts';
import { draftOfDeals, draftOfForm, draftOfOwner, knownFor, readDraft } from './read-draft.ts';
import { refuseWatch } from './refuse-watch.ts';

/** `/watch add` */
export async function addWatch(interaction: ChatInputCommandInteraction, context: CommandContext): Promise<void> {
  const { draft, guess } = readDraft(interaction.options, await knownFor(interaction, context));
  const language = context.languages.of(interaction.locale);
  const refusal = watchRefusal(draft, [], context.market(), context.limits.watchesPerUser);
  const fault = refusal?.kind === 'terms' ? refusal.fault : null;
  const key = fault?.kind === 'price-missing' ? await keepDraft(draft, interaction.user.id, context) : null;
  if (fault !== null && key !== null) {
    await interaction.editReply(renderTryAgain(formatFault(fault, language), `watch:retry:${key}:`, '', language));
    return;
  }
  const saved = await save(draft, interaction, context);
  await showPreview(interaction, withGuess(saved, guess, 'item.guessed-saved', language), context);
}

/** `/watch my-shop` */
export async function watchMyShop(interaction: ChatInputCommandInteraction, context: CommandContext): Promise<void> {
  const owner = interaction.options.getString('owner', true).trim();
  if (!owner) throw new UserError((language) => language.say('error.empty', { option: 'owner' }));
  const draft = draftOfOwner(owner, interaction.options.getInteger('every'));
  await marketFor(interaction, context, true);
  await showPreview(interaction, await save(settled(draft, context), interaction, context), context);
}

/**
 * Keeps a watch that lacks its price for the button that asks for the price.
 * @returns the argument of the button's custom id; null if the watch could not be kept
 */
async function keepDraft({ item, trigger, filter, ...terms }: WatchDraft, userId: string, context: CommandContext) {
  if (item === null) return null;
  const side = trigger === 'at-or-above' ? 'sell' : 'buy';
  const query = { userId, side, sort: 'price', outOfStock: false, filter: { ...filter, item } } as const;
  const key = await keepQuery(query, context);
  return key === null ? null : joinTerms(key, terms);
}

/** The form behind *Watch this*: the filters are those of the `/shop` it stood under. */
export async function addFromForm(interaction: ActionInteraction, key: string, context: CommandContext): Promise<void> {
  await interaction.deferReply({ flags: MessageFlags.Ephemeral });
  await saveNew(interaction, key, context);
}

/** The form behind *Try again*: the answer takes the place of the refusal. */
export async function addFromRetry(interaction: ActionInteraction, key: string, context: CommandContext) {
  await interaction.deferUpdate();
  await saveNew(interaction, key, context);
}

async function saveNew(interaction: ActionInteraction, argument: string, context: CommandContext): Promise<void> {
  const { key, terms } = splitTerms(argument);
  const query = await context.queries.find(key);
  if (!query) throw new UserError((language) => language.say('watch.form-gone'));
  await saveForm(interaction, `watch:retry:${argument}:`, context, async (typed) => {
    const price = readPrice(typed, context.languages.of(interaction.locale));
    const draft = { ...draftOfForm(query, price), ...terms };
    await showPreview(interaction, await save(settled(draft, context), interaction, context), context);
  });
}

/** *Watch at 0.10* where no shop sells an item for the price that `/shop` was asked for, or pays it. */
export async function addAtLimit(
  interaction: ActionInteraction,
  { side, filter: { maxPrice, minPrice, ...filter } }: ShopQuery,
  context: CommandContext,
): Promise<void> {
  const price = side === 'buy' ? maxPrice : minPrice;
  if (!interaction.isMessageComponent() || !filter.item || price === undefined)
    throw new UserError((language) => language.say('shop.again'));
  await interaction.deferReply({ flags: MessageFlags.Ephemeral });
  const draft = settled(draftOfForm({ side, filter }, price), context);
  await showPreview(interaction, await save(draft, interaction, context), context);
}

/** *Tell me about new ones* under `/deals`: a watch on what the answer lists. */
export async function addFromDeals(
  interaction: ActionInteraction,
  filter: Filter,
  terms: DealTerms,
  context: CommandContext,
): Promise<void> {
  await interaction.deferReply({ flags: MessageFlags.Ephemeral });
  await showPreview(
    interaction,
    await save(settled(draftOfDeals(filter, terms), context), interaction, context),
    context,
  );
}

/** @throws UserError where two players are called like one of its filter */
function settled(draft: WatchDraft, { market }: CommandContext): WatchDraft {
  return { ...draft, filter: settlePlayers(draft.filter, market()) };
}

async function save(
  draft: WatchDraft,
  { user, locale }: Pick<ActionInteraction, 'user' | 'locale'>,
  context: CommandContext,
) {
  const watch = newWatch(draft, user.id, locale, context.now());
  const undoKey = await context.watchChanges.change(user.id, (watches) => {
    refuseWatch(draft, watches, context);
    return { put: [watch] };
  });
  return preview(watch, undoKey, context.languages.of(locale), context);
}
