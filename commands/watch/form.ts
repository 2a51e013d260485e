import { type ActionInteraction, type CommandContext, UserError } from '../../src/discord/command/command.ts';
import {
  PRICE_FIELD,
  referencePrice,
  renderTryAgain,
  suggestedPrice,
  typedForm,
  watchForm,
} from '../../src/discord/render/answer/watch-form.ts';
import { identify } from '../../src/market/item/identity.ts';
import { findOffers } from '../../src/market/search/offers.ts';
import type { ShopQuery } from '../../src/ports/queries.ts';
import type { WatchDraft } from '../../src/ports/settings.ts';
import { takesPrice, type Watch } from '../../src/routing/watch.ts';
import { inSlices } from '../../src/time/cooperate.ts';
import { requireWatch } from './own-watch.ts';

type FormQuery = Pick<ShopQuery, 'filter' | 'side'>;

/**
 * Opens the form behind *Watch this*. It suggests a price just better than the worth and than the best present offer.
 * @param key the key of the saved query, a part of the form's custom id
 * @throws UserError if the query names no item
 */
export async function openWatchForm(
  interaction: ActionInteraction,
  key: string,
  asked: FormQuery,
  context: CommandContext,
): Promise<void> {
  const { filter, side } = asked;
  if (!interaction.isMessageComponent() || !filter.item) throw new UserError((language) => language.say('shop.again'));
  const language = context.languages.of(interaction.locale);
  const value = suggestedPrice(await referenceOf(asked, context), side, language);
  await interaction.showModal(watchForm(`watch:add:${key}`, filter.item, side, value, language));
}

/** Looks up the worth of one item and the best price now, and chooses one (see `referencePrice`). */
async function referenceOf({ filter, side }: FormQuery, { market, worths }: CommandContext): Promise<number | null> {
  const { item, enchantments } = filter;
  if (item === undefined) return null;
  // The worth of a type is that of the plain item.
  const isOfItem = item.key !== undefined || enchantments === undefined;
  const { worth } = isOfItem
    ? await worths.of({ type: item.type, key: item.key ?? identify(item.type).key })
    : { worth: null };
  const current = market();
  const query = { side, filter, sort: 'price', outOfStock: false, limit: 1 } as const;
  const best = current && (await inSlices(findOffers(current, query))).offers[0];
  // The search also finds buyers without room.
  const bestPrice = best?.inStock ? best.match.unitPrice : null;
  return referencePrice(worth, bestPrice, side);
}

/**
 * *Try again* below a rejected form of a new watch: opens the form with the typed text.
 * @param argument the query's key and the typed text
 */
export async function reopenForm(interaction: ActionInteraction, argument: string, context: CommandContext) {
  const { id, typed } = splitTyped(argument);
  const query = await context.queries.find(splitTerms(id).key);
  if (!interaction.isMessageComponent() || !query?.filter.item) {
    throw new UserError((language) => language.say('watch.form-gone'));
  }
  const language = context.languages.of(interaction.locale);
  await interaction.showModal(watchForm(`watch:add-again:${id}`, query.filter.item, query.side, typed, language));
}

/** Handles *Change price* for a watch chosen from the list. */
export async function openPriceForm(interaction: ActionInteraction, id: string, context: CommandContext) {
  const watch = await requireWatch(interaction.user.id, id, context);
  const language = context.languages.of(interaction.locale);
  const value = watch.price === null ? null : typedForm(watch.price, language);
  await showPriceForm(interaction, watch, value, context);
}

/**
 * *Try again* below a rejected price.
 * @param argument the watch's id and the typed text
 */
export async function reopenPriceForm(interaction: ActionInteraction, argument: string, context: CommandContext) {
  const { id, typed } = splitTyped(argument);
  await showPriceForm(interaction, await requireWatch(interaction.user.id, id, context), typed, context);
}

async function showPriceForm(
  interaction: ActionInteraction,
  { id, item, trigger }: Watch,
  value: string | null,
  context: CommandContext,
): Promise<void> {
  if (!interaction.isMessageComponent() || item === null || !takesPrice(trigger)) {
    throw new UserError((language) => language.say('error.old-button'));
  }
  const language = context.languages.of(interaction.locale);
  const side = trigger === 'at-or-above' ? 'sell' : 'buy';
  await interaction.showModal(watchForm(`watch:price:${id}`, item, side, value, language));
}

type FormTerms = Pick<WatchDraft, 'repeat' | 'cooldownMinutes' | 'expiresAt'>;

/** Joins a query's key and the terms of a watch that its form does not ask for, as an argument of a custom id. */
export function joinTerms(key: string, { repeat, cooldownMinutes, expiresAt }: FormTerms): string {
  return [key, repeat, cooldownMinutes, expiresAt ?? 'never'].join('~');
}

/** Splits the result of `joinTerms`. A key alone has no terms. */
export function splitTerms(argument: string): { readonly key: string; readonly terms: Partial<FormTerms> } {
  const [key = '', repeat, cooldown, expires] = argument.split('~');
  if (repeat === undefined || cooldown === undefined || expires === undefined) return { key, terms: {} };
  return {
    key,
    terms: {
      repeat: repeat === 'once' ? 'once' : 'recurring',
      cooldownMinutes: Number(cooldown),
      expiresAt: expires === 'never' ? null : Number(expires),
    },
  };
}

/** Splits an id and a typed text, which may contain colons. */
function splitTyped(argument: string): { readonly id: string; readonly typed: string } {
  const [id = '', ...typed] = argument.split(':');
  return { id, typed: typed.join(':') };
}

/**
 * Saves the content of a form. If that is refused, the answer says why, and its *Try again* opens the form with the
 * typed text.
 * @param action `watch:action:argument:` of *Try again*
 * @param save receives the typed text
 */
export async function saveForm(
  interaction: ActionInteraction,
  action: string,
  context: CommandContext,
  save: (typed: string) => Promise<void>,
): Promise<void> {
  if (!interaction.isModalSubmit()) throw new UserError((language) => language.say('error.run-again'));
  const typed = interaction.fields.getTextInputValue(PRICE_FIELD);
  try {
    await save(typed);
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    const language = context.languages.of(interaction.locale);
    await interaction.editReply({ ...renderTryAgain(error.say(language), action, typed, language), attachments: [] });
  }
}
