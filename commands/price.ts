import { ApplicationCommandOptionType as Type } from 'discord.js';
import {
  EVERYWHERE,
  marketFor,
  replacing,
  saveQuery,
  sendPictured,
  visibility,
} from '../src/discord/command/answer.ts';
import {
  type ActionInteraction,
  type Command,
  type CommandContext,
  UserError,
} from '../src/discord/command/command.ts';
import { ITEM_OPTION, PRIVATE_OPTION, suggestFilter } from '../src/discord/command/filter-options.ts';
import { mentionGuess } from '../src/discord/command/guess-buttons.ts';
import { EXACT_NAMES, type NameSources, readItem, readItemArgument } from '../src/discord/command/read-filter.ts';
import type { PriceView } from '../src/discord/render/answer/price-answer.ts';
import { EXACT_KEY_MARK } from '../src/discord/render/layout.ts';
import { described } from '../src/language/languages.ts';
import type { ItemChoice } from '../src/market/item/item.ts';
import { labelOf } from '../src/market/item/label.ts';
import type { Market } from '../src/market/market.ts';
import { isPlainChoice } from '../src/market/prices/kind-counts.ts';
import { bestAsk, bestBid } from '../src/market/prices/quotes.ts';
import type { ShopQuery } from '../src/ports/queries.ts';
import { DAY_MS } from '../src/time/durations.ts';
import { answerPrice } from './price/answer.ts';
import { openWatchForm } from './watch/form.ts';

const USUAL_DAYS = 30;
const MOST_DAYS = 90;
const ITEM_KEY = /^[\da-f]{16}$/;
const HISTORY_MS = 90 * DAY_MS;

export const price = {
  definition: {
    name: 'price',
    ...described('price.description'),
    ...EVERYWHERE,
    options: [
      { ...ITEM_OPTION, required: true },
      { type: Type.Integer, name: 'days', ...described('price.days'), min_value: 1, max_value: MOST_DAYS },
      PRIVATE_OPTION,
    ],
  },

  async execute(interaction, context) {
    const { options } = interaction;
    const isPrivate = options.getBoolean('private') ?? false;
    const market = await marketFor(interaction, context, isPrivate);
    const language = context.languages.of(interaction.locale);
    const typed = options.getString('item', true);
    const { item, guess } = (await findPastVariant(typed, market, context)) ?? readTyped(typed, { market, language });
    if (!interaction.deferred) await interaction.deferReply(visibility(isPrivate));
    const answer = await answerPrice(item, options.getInteger('days') ?? USUAL_DAYS, context, language);
    await sendPictured(
      mentionGuess(answer, guess, 'item.guessed', language),
      (message) => interaction.editReply(message),
      context.log,
    );
  },

  autocomplete: (interaction, context) => suggestFilter(interaction, context),

  actions: {
    /** Handles a button for another span of days, and shows the chart. */
    days: (interaction, argument, context) => showView(interaction, argument, 'chart', context),

    /** Handles *Details*, and a button for another span of days while details are shown. */
    details: (interaction, argument, context) => showView(interaction, argument, 'details', context),

    /** A kind chosen from the menu. */
    async pick(interaction, days, context) {
      const [value = ''] = interaction.isStringSelectMenu() ? interaction.values : [];
      if (value === '') throw new UserError((language) => language.say('price.again'));
      await showItem(interaction, value, readDays(days), 'chart', context);
    },

    /** Handles *Watch this*: opens the form of `/shop`, for the side on which somebody trades now. */
    async watch(interaction, argument, context) {
      const market = context.market();
      const item = readPriced(argument, market);
      const isOnlyBought = market !== null && bestAsk(market, item) === null && bestBid(market, item) !== null;
      const query: ShopQuery = {
        userId: interaction.user.id,
        side: isOnlyBought ? 'sell' : 'buy',
        sort: 'price',
        outOfStock: false,
        filter: { item, containers: true },
      };
      const key = await saveQuery(query, context);
      if (key === null) throw new UserError((language) => language.say('price.again'));
      await openWatchForm(interaction, key, query, context);
    },
  },
} satisfies Command;

function readTyped(typed: string, known: NameSources) {
  return readItem(typed, known, known.market ? 'listed' : 'any-type');
}

/**
 * Finds a traded variant by a key that the market no longer knows, because the history still has its trades.
 * @returns null for any other text, and for a key without a trade in 90 days
 */
async function findPastVariant(typed: string, market: Market | null, { journal, now }: CommandContext) {
  const key = typed.trim().slice(1).toLowerCase();
  if (!typed.trim().startsWith('#') || !ITEM_KEY.test(key) || market?.catalogue.identityOf(key)) return null;
  const traded = (await journal.traded(now() - HISTORY_MS)).find((item) => item.key === key);
  return traded ? { item: traded, guess: null } : null;
}

/** @param argument `30:TYPE` or `30:TYPE:=key` */
async function showView(
  interaction: ActionInteraction,
  argument: string,
  view: PriceView,
  context: CommandContext,
): Promise<void> {
  const colon = argument.indexOf(':');
  await showItem(interaction, argument.slice(colon + 1), readDays(argument.slice(0, colon)), view, context);
}

/** @throws UserError for a number of days that no button has */
function readDays(text: string): number {
  const days = Number(text);
  if (String(days) !== text || !Number.isInteger(days) || days < 1 || days > MOST_DAYS) {
    throw new UserError((language) => language.say('price.again'));
  }
  return days;
}

/** Shows the answer in place if the asker pressed the control; anyone else gets an answer of their own. */
async function showItem(
  interaction: ActionInteraction,
  argument: string,
  days: number,
  view: PriceView,
  context: CommandContext,
): Promise<void> {
  if (!interaction.isMessageComponent()) throw new UserError((language) => language.say('price.again'));
  const item = readPriced(argument, context.market());
  const { message: under } = interaction;
  const isAsker = under.interactionMetadata?.user.id === interaction.user.id;
  await (isAsker ? interaction.deferUpdate() : interaction.deferReply(visibility(true)));
  const answer = await answerPrice(item, days, context, context.languages.of(interaction.locale), view);
  const show = (message: typeof answer) =>
    interaction.editReply(isAsker ? { ...replacing(message, under), attachments: [] } : message);
  await sendPictured(answer, show, context.log);
}

/**
 * Reads the item of a button or menu. A variant in no shop and no trade is accepted, because its history is answered.
 * @throws UserError if the item is unknown
 */
function readPriced(argument: string, market: Market | null): ItemChoice {
  const [type = '', named] = argument.split(':');
  if (!named?.startsWith(EXACT_KEY_MARK)) return readItemArgument(type, named, market);
  const key = named.slice(EXACT_KEY_MARK.length);
  const identity = market?.catalogue.identityOf(key);
  if (identity !== undefined && !isPlainChoice(identity)) {
    return { type: identity.type, key, label: labelOf(identity) };
  }
  if (!ITEM_KEY.test(key)) throw new UserError((language) => language.say('price.again'));
  const item = readItem(type, { market, language: EXACT_NAMES }, 'any-type').item;
  return { type: item.type, key };
}
