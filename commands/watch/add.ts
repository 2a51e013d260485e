import { type ChatInputCommandInteraction, MessageFlags } from 'discord.js';
import type { Picture } from '../../src/discord/chart/picture.ts';
import { marketFor, saveQuery, sendPictured } from '../../src/discord/command/answer.ts';
import { type ActionInteraction, type CommandContext, UserError } from '../../src/discord/command/command.ts';
import { editRows, mentionGuess, withRows } from '../../src/discord/command/guess-buttons.ts';
import { readPrice } from '../../src/discord/command/read-number.ts';
import { formatTermsFault } from '../../src/discord/command/refuse-fault.ts';
import { settlePlayers } from '../../src/discord/command/settle-players.ts';
import { renderPreview } from '../../src/discord/render/answer/preview.ts';
import { renderTryAgain } from '../../src/discord/render/answer/watch-form.ts';
import { formatFreshness } from '../../src/discord/render/words/freshness.ts';
import type { Language } from '../../src/language/language.ts';
import type { DealTerms } from '../../src/market/deals/deal.ts';
import { type Filter, fromHome } from '../../src/market/search/filter.ts';
import { findUnknownNames } from '../../src/market/search/unknown-names.ts';
import type { ShopQuery } from '../../src/ports/queries.ts';
import type { WatchDraft } from '../../src/ports/settings.ts';
import { hasPurchases } from '../../src/prices/price-facts.ts';
import type { Watch } from '../../src/routing/watch.ts';
import { withNames } from '../../src/subscriptions/player-names.ts';
import { hasOthersOn, outlookOf } from '../../src/subscriptions/watch-outlook.ts';
import { newWatch, watchRefusal } from '../../src/subscriptions/watches.ts';
import { chartOf, drawOrNothing } from '../price/answer.ts';
import { draftOfDeals, draftOfForm, draftOfOwner, knownFor, readWatchDraft } from './draft.ts';
import { joinTerms, saveForm, splitTerms } from './form.ts';
import { refuseWatch } from './own-watch.ts';

export async function addWatch(interaction: ChatInputCommandInteraction, context: CommandContext): Promise<void> {
  const { draft, guess } = readWatchDraft(interaction.options, await knownFor(interaction, context));
  const language = context.languages.of(interaction.locale);
  const refusal = watchRefusal(draft, [], context.market(), context.limits.watchesPerUser);
  const fault = refusal?.kind === 'terms' ? refusal.fault : null;
  const key = fault?.kind === 'price-missing' ? await keepDraft(draft, interaction.user.id, context) : null;
  if (fault !== null && key !== null) {
    await interaction.editReply(renderTryAgain(formatTermsFault(fault, language), `watch:retry:${key}:`, '', language));
    return;
  }
  const saved = await saveNewWatch(draft, interaction, context);
  await showPreview(interaction, mentionGuess(saved, guess, 'item.guessed-saved', language), context);
}

export async function watchMyShop(interaction: ChatInputCommandInteraction, context: CommandContext): Promise<void> {
  const owner = interaction.options.getString('owner')?.trim() ?? (await ownPlayer(interaction.user.id, context));
  if (!owner) throw new UserError((language) => language.say('error.empty', { option: 'owner' }));
  const draft = draftOfOwner(owner, interaction.options.getInteger('every'));
  await marketFor(interaction, context, true);
  await showPreview(interaction, await saveNewWatch(withPlayersSettled(draft, context), interaction, context), context);
}

/** @throws UserError if the user has not said which player they are */
async function ownPlayer(userId: string, { subscriptions }: CommandContext): Promise<string> {
  const { player } = (await subscriptions.person(userId)) ?? {};
  if (player === undefined) throw new UserError((language) => language.say('watch.whose'));
  return player.uuid ?? player.name;
}

/**
 * Saves a watch that lacks its price, for the button that asks for the price.
 * @returns the argument of the button's custom id, or null if the watch could not be saved
 */
async function keepDraft({ item, trigger, filter, ...terms }: WatchDraft, userId: string, context: CommandContext) {
  if (item === null) return null;
  const side = trigger === 'at-or-above' ? 'sell' : 'buy';
  const query = { userId, side, sort: 'price', outOfStock: false, filter: { ...filter, item } } as const;
  const key = await saveQuery(query, context);
  return key === null ? null : joinTerms(key, terms);
}

/** The form behind *Watch this*, with the filters of its `/shop`. */
export async function addFromForm(interaction: ActionInteraction, key: string, context: CommandContext): Promise<void> {
  await interaction.deferReply({ flags: MessageFlags.Ephemeral });
  await saveNew(interaction, key, context);
}

/** The form behind *Try again*: the answer replaces the refusal. */
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
    await showPreview(
      interaction,
      await saveNewWatch(withPlayersSettled(draft, context), interaction, context),
      context,
    );
  });
}

/** Handles *Watch at 0.10*: watches for the price limit of a `/shop` query that no shop meets. */
export async function addAtLimit(
  interaction: ActionInteraction,
  { side, filter: { maxPrice, minPrice, ...filter } }: ShopQuery,
  context: CommandContext,
): Promise<void> {
  const price = side === 'buy' ? maxPrice : minPrice;
  if (!interaction.isMessageComponent() || !filter.item || price === undefined)
    throw new UserError((language) => language.say('shop.again'));
  await interaction.deferReply({ flags: MessageFlags.Ephemeral });
  const draft = withPlayersSettled(draftOfForm({ side, filter }, price), context);
  await showPreview(interaction, await saveNewWatch(draft, interaction, context), context);
}

/** Handles *Tell me about new ones* below `/deals`: adds a watch on the kind of deals in the answer. */
export async function addFromDeals(
  interaction: ActionInteraction,
  filter: Filter,
  terms: DealTerms,
  context: CommandContext,
): Promise<void> {
  await interaction.deferReply({ flags: MessageFlags.Ephemeral });
  await showPreview(
    interaction,
    await saveNewWatch(withPlayersSettled(draftOfDeals(filter, terms), context), interaction, context),
    context,
  );
}

/** @throws UserError if two players share a name in the filter */
function withPlayersSettled(draft: WatchDraft, { market }: CommandContext): WatchDraft {
  return { ...draft, filter: settlePlayers(draft.filter, market()) };
}

/** Puts the user's home into a watch on a distance without a place, as the filter of a saved query is. */
async function withHome(draft: WatchDraft, userId: string, { subscriptions }: CommandContext): Promise<WatchDraft> {
  if (draft.filter.within === undefined) return draft;
  const { home = null } = (await subscriptions.person(userId)) ?? {};
  return { ...draft, filter: fromHome(draft.filter, home) };
}

async function saveNewWatch(
  asked: WatchDraft,
  { user, locale }: Pick<ActionInteraction, 'user' | 'locale'>,
  context: CommandContext,
) {
  const draft = await withHome(asked, user.id, context);
  const watch = newWatch(draft, user.id, locale, context.now());
  const undoKey = await context.watchChanges.change(user.id, (watches) => {
    refuseWatch(draft, watches, context);
    return { put: [watch] };
  });
  return preview(watch, undoKey, context.languages.of(locale), context);
}

const CHART_DAYS = 30;

interface PreviewFacts {
  readonly wasRefused?: boolean;
  /** Whether notices from before the pause are still delivered. */
  readonly isKept?: boolean;
  readonly droppedPrice?: number | null;
}

/**
 * Answers to a saved watch: the offers that match already and are not announced again, and the matches of the last
 * week.
 */
export async function preview(
  watch: Watch,
  undoKey: string,
  language: Language,
  context: CommandContext,
  { wasRefused = false, isKept = false, droppedPrice = null }: PreviewFacts = {},
) {
  const picture = await chartFor(watch, language, context);
  const outlook = await context.workQueue.run(() => outlookOf(watch, context));
  const refusal = await context.pauseCodeOf({ kind: 'user', id: watch.userId });
  const unknownNames = findUnknownNames(watch.filter, context.market());
  const answer = renderPreview({
    watch: withNames(watch, context.market()),
    ...outlook,
    person: await context.subscriptions.person(watch.userId),
    refusal,
    freshness: formatFreshness(context.status.snapshot(), context.status.stream(), context.now(), language),
    stream: context.status.stream(),
    undoKey,
    chart: picture?.description ?? null,
    now: context.now(),
    icons: context.icons,
    unknownNames,
    droppedPrice,
    isKept,
    wokeOthers: wasRefused && refusal === null && (await hasOthersOn(watch, context)),
    language,
  });
  const doubt = { userId: watch.userId, type: 'watch', id: watch.id, filter: watch.filter, unknownNames } as const;
  const shown = withRows(answer, await editRows(doubt, language, context));
  return { ...shown, files: picture ? [picture] : [] };
}

/** Shows a preview as the answer to a deferred interaction. */
export async function showPreview(
  interaction: Pick<ChatInputCommandInteraction | ActionInteraction, 'editReply'>,
  answer: Awaited<ReturnType<typeof preview>>,
  { log }: CommandContext,
): Promise<void> {
  await sendPictured(answer, (message) => interaction.editReply(message), log);
}

/**
 * Draws a month of the item's prices with the target.
 * @returns null if there is no target or no purchase, or if the chart cannot be drawn
 */
async function chartFor({ item, price }: Watch, language: Language, context: CommandContext): Promise<Picture | null> {
  if (item === null || price === null) return null;
  const facts = await context.priceFacts(item, CHART_DAYS);
  return hasPurchases(facts) ? drawOrNothing(chartOf(item, facts, price, context.market(), language), context) : null;
}
