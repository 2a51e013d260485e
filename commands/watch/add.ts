import { type ChatInputCommandInteraction, MessageFlags } from 'discord.js';
import { marketFor } from '../../src/discord/command/answer.ts';
import type { ActionInteraction, CommandContext } from '../../src/discord/command/command.ts';
import { settlePlayers } from '../../src/discord/command/read-filter.ts';
import { readPrice } from '../../src/discord/command/read-number.ts';
import { UserError } from '../../src/discord/command/user-error.ts';
import { withGuess } from '../../src/discord/command/with-guess.ts';
import type { DealTerms } from '../../src/market/deals/deal.ts';
import type { Filter } from '../../src/market/search/filter.ts';
import type { ShopQuery } from '../../src/ports/queries.ts';
import type { WatchDraft } from '../../src/ports/watch-file.ts';
import { newWatch } from '../../src/subscriptions/new-watch.ts';
import { saveForm } from './open-form.ts';
import { preview, showPreview } from './preview.ts';
import { draftOfDeals, draftOfForm, draftOfOwner, knownFor, readDraft } from './read-draft.ts';
import { refuseWatch } from './refuse-watch.ts';

/** `/watch add` */
export async function addWatch(interaction: ChatInputCommandInteraction, context: CommandContext): Promise<void> {
  const { draft, guess } = readDraft(interaction.options, await knownFor(interaction, context));
  const saved = await save(draft, interaction, context);
  const language = context.languages.of(interaction.locale);
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

async function saveNew(interaction: ActionInteraction, key: string, context: CommandContext): Promise<void> {
  const query = await context.queries.find(key);
  if (!query) throw new UserError((language) => language.say('watch.list-old'));
  await saveForm(interaction, `watch:retry:${key}:`, context, async (typed) => {
    const draft = draftOfForm(query, readPrice(typed, context.languages.of(interaction.locale)));
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
