import { type ChatInputCommandInteraction, ApplicationCommandOptionType as Type } from 'discord.js';
import {
  EVERYWHERE,
  editOrReply,
  marketFor,
  readPageArgument,
  replacing,
  replyInTurn,
  requireMarket,
  saveQuery,
  sendPictured,
  visibility,
} from '../src/discord/command/answer.ts';
import {
  askerOfCommand,
  isOnPublicMessage,
  locateFilter,
  type Reader,
  readerOf,
  readerWithHome,
} from '../src/discord/command/asker.ts';
import {
  type ActionInteraction,
  type Command,
  type CommandContext,
  UserError,
} from '../src/discord/command/command.ts';
import { filterOptions, PRIVATE_OPTION, suggestFilter } from '../src/discord/command/filter-options.ts';
import { mentionGuess, warnPrivately } from '../src/discord/command/guess-buttons.ts';
import { paintingPicture, paintingPictures } from '../src/discord/command/paintings.ts';
import { type FilterSources, readFilter, readItemArgument } from '../src/discord/command/read-filter.ts';
import { checkBounds, ITEM_COUNT_BOUNDS } from '../src/discord/command/read-number.ts';
import { canvasOfOffer, offersOn, offersUpTo, renderShops } from '../src/discord/render/answer/shops.ts';
import { formatFreshness, formatNoSnapshot } from '../src/discord/render/words/freshness.ts';
import { choice, described } from '../src/language/languages.ts';
import type { Market } from '../src/market/market.ts';
import { nearestAnswer } from '../src/market/search/nearest-answer.ts';
import { findOffers } from '../src/market/search/offers.ts';
import { type CountPlan, planCount } from '../src/market/search/plan-count.ts';
import { canNeverMatch, findUnknownNames } from '../src/market/search/unknown-names.ts';
import type { ShopQuery } from '../src/ports/queries.ts';
import { inSlices } from '../src/time/cooperate.ts';
import { answerPrice } from './price/answer.ts';
import { addAtLimit } from './watch/add.ts';
import { openWatchForm } from './watch/form.ts';

const SORTS = ['price', 'distance', 'stock'] as const;
/** Limits the offers of a plan. The best of them are enough for any count that a player asks for. */
const MOST_PLANNED_OFFERS = 10_000;
const ASK_AGAIN = new UserError((language) => language.say('shop.again'));

export const shop = {
  definition: {
    name: 'shop',
    ...described('shop.description'),
    ...EVERYWHERE,
    options: [
      ...filterOptions().slice(0, 1),
      {
        type: Type.String,
        name: 'side',
        ...described('shop.side'),
        choices: [choice('buy', 'shop.side.buy'), choice('sell', 'shop.side.sell')],
      },
      { type: Type.Integer, name: 'count', ...described('shop.count'), ...ITEM_COUNT_BOUNDS },
      {
        type: Type.String,
        name: 'sort',
        ...described('shop.sort'),
        choices: [
          choice('price', 'shop.best-price'),
          choice('distance', 'shop.nearest'),
          choice('stock', 'shop.largest-stock'),
        ],
      },
      { type: Type.Boolean, name: 'out-of-stock', ...described('shop.out-of-stock') },
      PRIVATE_OPTION,
      ...filterOptions(['item']),
    ],
  },

  async execute(interaction, context) {
    const language = context.languages.of(interaction.locale);
    const { asker, isPrivate } = await askerOfCommand(interaction, context);
    const market = await marketFor(interaction, context, isPrivate);
    if (!market) {
      return editOrReply(interaction, { content: formatNoSnapshot(context.status.snapshot(), language) }, isPrivate);
    }
    const { page, ...asked } = await context.workQueue.run(async () => {
      const known = { market, language, home: asker.home, landmarks: context.places.landmarks() };
      const { query, guess } = readQuery(interaction, known);
      const unknownNames = findUnknownNames(query.filter, market);
      if (canNeverMatch(unknownNames)) return { page: null, filter: query.filter, unknownNames };
      const page = await newPage(query, 0, market, context, { asker, language });
      const shown = mentionGuess(page, guess, 'item.guessed', language);
      return { page: shown, filter: query.filter, unknownNames };
    });
    if (page) await sendPictured(page, (message) => editOrReply(interaction, message, isPrivate), context.log);
    await warnPrivately(interaction, asked, context);
  },

  autocomplete: (interaction, context) => suggestFilter(interaction, context),

  actions: {
    async page(interaction, argument, context) {
      const { key, page } = readPageArgument(argument);
      await turnShopsPage(interaction, key, (query) => query, page, context);
    },

    async jump(interaction, key, context) {
      const [page = ''] = interaction.isStringSelectMenu() ? interaction.values : [];
      if (!/^\d{1,3}$/.test(page)) throw new UserError((language) => language.say('shop.pick-page'));
      await turnShopsPage(interaction, key, (query) => query, Number(page), context);
    },

    async sort(interaction, key, context) {
      const sort = interaction.isStringSelectMenu() ? SORTS.find((one) => one === interaction.values[0]) : undefined;
      if (!sort) throw new UserError((language) => language.say('shop.pick-sort'));
      const asked = await requireShopQuery(key, context);
      if (sort === 'distance' && asked.filter.x === undefined && isOnPublicMessage(interaction)) {
        return showMine(interaction, { ...asked, sort }, 0, context);
      }
      await turnShopsPage(interaction, key, (query) => ({ ...query, sort }), 0, context);
    },

    /** Handles *All shops*: shows the list behind the plan for a number of items. */
    async all(interaction, key, context) {
      await turnShopsPage(interaction, key, ({ count: _, ...query }) => query, 0, context);
    },

    async empty(interaction, key, context) {
      await turnShopsPage(interaction, key, (query) => ({ ...query, outOfStock: true }), 0, context);
    },

    /** Handles *Show shops*: shows all shops that sell the item. */
    async item(interaction, argument, context) {
      const [type = '', key] = argument.split(':');
      const market = requireMarket(context);
      await replyInTurn(interaction, context, async () => {
        const filter = { item: readItemArgument(type, key, market), containers: true };
        const query = { userId: interaction.user.id, side: 'buy', sort: 'price', outOfStock: false, filter } as const;
        return newPage(query, 0, market, context, await readerOf(interaction, false, context));
      });
    },

    /** Handles *Distances for me*. */
    async mine(interaction, argument, context) {
      const { key, page } = readPageArgument(argument);
      await showMine(interaction, await requireShopQuery(key, context), page, context);
    },

    async watch(interaction, key, context) {
      await openWatchForm(interaction, key, await requireShopQuery(key, context), context);
    },

    async 'watch-at'(interaction, key, context) {
      await addAtLimit(interaction, await requireShopQuery(key, context), context);
    },

    async history(interaction, key, context) {
      const { filter } = await requireShopQuery(key, context);
      if (!filter.item || !interaction.isMessageComponent()) throw ASK_AGAIN;
      await interaction.deferReply(visibility(true));
      const answer = await answerPrice(filter.item, 30, context, context.languages.of(interaction.locale));
      await sendPictured(answer, (message) => interaction.editReply(message), context.log);
    },
  },
} satisfies Command;

function readQuery(interaction: ChatInputCommandInteraction, known: FilterSources) {
  const { options } = interaction;
  const { filter, guess } = readFilter(options, known, 'listed');
  const { containers: _, ...asked } = filter;
  if (Object.keys(asked).length === 0) throw new UserError((language) => language.say('shop.what'));
  const sort = SORTS.find((one) => one === options.getString('sort')) ?? 'price';
  if (sort === 'distance' && filter.x === undefined && !known.home) {
    throw new UserError((language) => language.say('shop.where'));
  }
  const side = options.getString('side') === 'sell' ? 'sell' : 'buy';
  if (side === 'sell' && sort === 'stock') throw new UserError((language) => language.say('shop.no-stock-of-buyers'));
  const count = checkBounds(options.getInteger('count'), 'count', ITEM_COUNT_BOUNDS);
  if (count !== null && filter.item === undefined) {
    throw new UserError((language) => language.say('shop.count-of-item'));
  }
  const outOfStock = options.getBoolean('out-of-stock') ?? false;
  const asks = { userId: interaction.user.id, side, sort, outOfStock, filter } as const;
  const query: ShopQuery = count === null ? asks : { ...asks, count };
  return { query, guess };
}

async function newPage(query: ShopQuery, page: number, market: Market, context: CommandContext, reader: Reader) {
  return renderShopsPage(query, await saveQuery(query, context), page, market, context, reader);
}

async function renderShopsPage(
  asked: ShopQuery,
  key: string | null,
  page: number,
  market: Market,
  context: CommandContext,
  { asker, language }: Reader,
) {
  const query = { ...asked, filter: locateFilter(asked.filter, asker) };
  const { status, now, icons } = context;
  const found = await inSlices(findOffers(market, { ...query, limit: offersUpTo(page) }));
  const plan = await planOf(query, market);
  const isEmpty = found.total === 0 && found.others.length === 0;
  const instead = isEmpty ? await findInstead(query, market, context) : {};
  const painting = query.filter.item === undefined ? null : await paintingPicture(query.filter.item, context, language);
  const freshness = formatFreshness(status.snapshot(), status.stream(), now(), language);
  // The answer already shows the picture of the one painting that was asked for.
  const canvases = painting === null ? offersOn(page, found, plan).flatMap((offer) => canvasOfOffer(offer) ?? []) : [];
  const canvasPictures = await paintingPictures(canvases, context, language);
  const paintings = new Map(Array.from(canvasPictures, ([canvas, { thumbnail }]) => [canvas, thumbnail]));
  const thumbnail = painting?.thumbnail ?? null;
  const parts = { query, found, plan, ...instead, page, freshness, key, thumbnail, paintings, icons, language };
  const pictures = [...(painting === null ? [] : [painting]), ...canvasPictures.values()];
  return { ...renderShops({ ...parts, isPublic: asker.isPublic }), files: pictures.map(({ file }) => file) };
}

/** @returns the shops for a number of items, or null if no number was given or no shop trades so few */
async function planOf({ count, ...query }: ShopQuery, market: Market): Promise<CountPlan | null> {
  if (count === undefined) return null;
  const all = { ...query, sort: 'price', outOfStock: false, limit: MOST_PLANNED_OFFERS } as const;
  const { offers } = await inSlices(findOffers(market, all));
  const plan = await inSlices(planCount(offers, count, query));
  return plan.stops.length === 0 ? null : plan;
}

/** Returns an alternative to an empty answer: the nearest query with an answer, else the shops of the other side. */
async function findInstead({ count: _, ...query }: ShopQuery, market: Market, context: CommandContext) {
  const answer = await inSlices(nearestAnswer(market, query));
  if (answer !== null) {
    const { filter, sort } = answer;
    return { nearest: { answer, key: await saveQuery({ ...query, filter, sort, outOfStock: false }, context) } };
  }
  const { maxPrice, minPrice, ...filter } = query.filter;
  if (filter.item === undefined) return {};
  const side = query.side === 'buy' ? 'sell' : 'buy';
  const flipped: ShopQuery = { ...query, side, filter, sort: query.sort === 'stock' ? 'price' : query.sort };
  const { total, empty } = await inSlices(findOffers(market, { ...flipped, outOfStock: true, limit: 1 }));
  const shops = total - empty;
  return shops === 0 ? {} : { otherSide: { shops, key: await saveQuery(flipped, context) } };
}

/** Shows a page to the user alone, measured from their home. */
async function showMine(interaction: ActionInteraction, asked: ShopQuery, page: number, context: CommandContext) {
  const query = { ...asked, userId: interaction.user.id };
  const reader = await readerWithHome(interaction, context);
  const market = requireMarket(context);
  await replyInTurn(interaction, context, () => newPage(query, page, market, context, reader));
}

/** Turns the asker's own page in place; anyone else gets a page of their own. */
async function turnShopsPage(
  interaction: ActionInteraction,
  key: string,
  change: (query: ShopQuery) => ShopQuery,
  page: number,
  context: CommandContext,
): Promise<void> {
  const asked = await requireShopQuery(key, context);
  const changed = change(asked);
  const query = { ...changed, userId: interaction.user.id };
  const market = requireMarket(context);
  if (!interaction.isMessageComponent()) throw ASK_AGAIN;
  const isAsker = query.userId === asked.userId;
  const reader = await readerOf(interaction, isAsker, context);
  const render = () =>
    isAsker && changed === asked
      ? renderShopsPage(query, key, page, market, context, reader)
      : newPage(query, page, market, context, reader);
  if (!isAsker) return replyInTurn(interaction, context, render);
  if (context.workQueue.isBusy) await interaction.deferUpdate();
  const shown = await context.workQueue.run(render);
  // Each page is sent with its own pictures.
  const send = (message: typeof shown) => {
    const replaced = { ...replacing(message, interaction.message), attachments: [] };
    return interaction.deferred ? interaction.editReply(replaced) : interaction.update(replaced);
  };
  await sendPictured(shown, send, context.log);
}

async function requireShopQuery(key: string, context: CommandContext): Promise<ShopQuery> {
  const query = await context.queries.find(key);
  if (!query) throw ASK_AGAIN;
  return query;
}
