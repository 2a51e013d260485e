import { ApplicationCommandOptionType as Type } from 'discord.js';
import {
  EVERYWHERE,
  marketFor,
  readPageArgument,
  replacing,
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
  type CommandOptions,
  OLD_BUTTON,
  UserError,
} from '../src/discord/command/command.ts';
import { filterOptions, PRIVATE_OPTION, suggestFilter } from '../src/discord/command/filter-options.ts';
import { mentionGuess, warnPrivately } from '../src/discord/command/guess-buttons.ts';
import { readFilter, readItemArgument } from '../src/discord/command/read-filter.ts';
import { checkBounds, DIAMOND_BOUNDS, DISCOUNT_BOUNDS } from '../src/discord/command/read-number.ts';
import {
  dealsOn,
  MOST_LISTED_DEALS,
  MOST_LISTED_SPREADS,
  renderDeals,
  renderSpreads,
} from '../src/discord/render/answer/deals.ts';
import { formatFreshness, formatNoSnapshot } from '../src/discord/render/words/freshness.ts';
import { code } from '../src/discord/render/words/text.ts';
import { choice, described } from '../src/language/languages.ts';
import { DEFAULT_DEAL_TERMS, type DealTerms } from '../src/market/deals/deal.ts';
import { DEAL_ORDERS, findDeals, nearestTerms, type ShownDeal } from '../src/market/deals/deals.ts';
import { findSpreads } from '../src/market/deals/spreads.ts';
import type { ItemChoice } from '../src/market/item/item.ts';
import type { Market } from '../src/market/market.ts';
import { canNeverMatch, findUnknownNames } from '../src/market/search/unknown-names.ts';
import type { Shop } from '../src/market/shops/shop.ts';
import type { ShopQuery } from '../src/ports/queries.ts';
import { exceptOwn } from '../src/routing/own-shops.ts';
import { inSlices } from '../src/time/cooperate.ts';
import { readCoverage } from './deals/coverage.ts';
import { answerPrice } from './price/answer.ts';
import { addFromDeals } from './watch/add.ts';
import { openWatchForm } from './watch/form.ts';

/** The argument of *Show it*: a query's key, a discount and a saving. */
const TERMS_ARGUMENT = /^([^:]+):(\d{1,2}):([\d.e-]{1,30})$/;

export const deals = {
  definition: {
    name: 'deals',
    ...described('deals.description'),
    ...EVERYWHERE,
    options: [
      ...filterOptions().slice(0, 1),
      { type: Type.Integer, name: 'discount', ...described('deals.discount'), ...DISCOUNT_BOUNDS },
      { type: Type.Number, name: 'min-saving', ...described('deals.min-saving'), ...DIAMOND_BOUNDS },
      {
        type: Type.String,
        name: 'sort',
        ...described('deals.sort'),
        choices: [
          choice('saved', 'deals.saved'),
          choice('percent', 'deals.percent'),
          choice('distance', 'shop.nearest'),
          choice('cheapest', 'deals.cheapest'),
        ],
      },
      { type: Type.Boolean, name: 'spreads', ...described('deals.spreads') },
      PRIVATE_OPTION,
      ...filterOptions(['item']),
    ],
  },

  async execute(interaction, context) {
    const { options } = interaction;
    const language = context.languages.of(interaction.locale);
    const terms = readTerms(options);
    const { asker, isPrivate } = await askerOfCommand(interaction, context);
    const market = await marketFor(interaction, context, isPrivate);
    if (!market) {
      await interaction.editReply(formatNoSnapshot(context.status.snapshot(), language));
      return;
    }
    const { filter, guess } = readFilter(
      options,
      { market, language, home: asker.home, landmarks: context.places.landmarks() },
      'listed',
    );
    if (terms.dealOrder === 'distance' && filter.x === undefined && asker.home === null) {
      throw new UserError((language) => language.say('shop.where'));
    }
    const unknownNames = findUnknownNames(filter, market);
    if (canNeverMatch(unknownNames)) return warnPrivately(interaction, { filter, unknownNames }, context);
    if (!interaction.deferred) await interaction.deferReply(visibility(isPrivate));
    const asked = { userId: interaction.user.id, filter, ...terms };
    const query = { ...asked, side: 'buy', sort: 'price', outOfStock: false } as const;
    const key = await saveQuery(query, context);
    const page = await renderDealsPage(query, key, 0, market, context, { asker, language });
    await interaction.editReply(mentionGuess(page, guess, 'item.guessed', language));
    await warnPrivately(interaction, { filter, unknownNames }, context);
  },

  autocomplete: (interaction, context) => suggestFilter(interaction, context),

  actions: {
    async page(interaction, argument, context) {
      const { key, page } = readPageArgument(argument);
      await turnPage(interaction, key, (query) => query, page, context);
    },

    async jump(interaction, key, context) {
      const [page = ''] = interaction.isStringSelectMenu() ? interaction.values : [];
      if (!/^\d{1,3}$/.test(page)) throw new UserError((language) => language.say('shop.pick-page'));
      await turnPage(interaction, key, (query) => query, Number(page), context);
    },

    /** Handles *Distances for me*. */
    async mine(interaction, argument, context) {
      const { key, page } = readPageArgument(argument);
      await showMine(interaction, await requireQuery(key, context), page, context);
    },

    async order(interaction, key, context) {
      const [value] = interaction.isStringSelectMenu() ? interaction.values : [];
      const dealOrder = DEAL_ORDERS.find((one) => one === value);
      if (dealOrder === undefined) throw new UserError((language) => language.say('shop.pick-sort'));
      const asked = await requireQuery(key, context);
      if (dealOrder === 'distance' && asked.filter.x === undefined && isOnPublicMessage(interaction)) {
        return showMine(interaction, { ...asked, dealOrder }, 0, context);
      }
      await turnPage(interaction, key, (query) => ({ ...query, dealOrder }), 0, context);
    },

    /** Handles *Show it* below an empty answer: shows the deals of the nearest terms that have any. */
    async terms(interaction, argument, context) {
      const [, key, discount, minSaving] = TERMS_ARGUMENT.exec(argument) ?? [];
      if (key === undefined || !Number.isFinite(Number(minSaving))) throw new UserError(OLD_BUTTON);
      const terms = { deals: Number(discount), minSaving: Number(minSaving) };
      await turnPage(interaction, key, (query) => ({ ...query, ...terms }), 0, context);
    },

    /** Handles *Price history of …*: shows the answer of `/price` for the item chosen from the menu. */
    async history(interaction, key, context) {
      await requireQuery(key, context);
      const item = readPicked(interaction, context);
      await interaction.deferReply(visibility(true));
      const answer = await answerPrice(item, 30, context, context.languages.of(interaction.locale));
      await sendPictured(answer, (message) => interaction.editReply(message), context.log);
    },

    async tell(interaction, key, context) {
      const { filter, ...asked } = await requireQuery(key, context);
      await addFromDeals(interaction, filter, termsOf(asked), context);
    },

    /** The form behind *Watch this* for the item chosen from the menu. */
    async watch(interaction, key, context) {
      const item = readPicked(interaction, context);
      const { deals: _, minSaving: __, dealOrder: ___, ...asked } = await requireQuery(key, context);
      const query = { ...asked, userId: interaction.user.id, filter: { ...asked.filter, item } };
      const kept = await saveQuery(query, context);
      if (kept === null) throw new UserError((language) => language.say('deals.again'));
      await openWatchForm(interaction, kept, query, context);
    },
  },
} satisfies Command;

/** @throws UserError for options that exclude each other */
function readTerms(options: CommandOptions): Pick<ShopQuery, 'deals' | 'minSaving' | 'dealOrder'> {
  const discount = options.getInteger('discount');
  const minSaving = checkBounds(options.getNumber('min-saving'), 'min-saving', DIAMOND_BOUNDS);
  const sort = options.getString('sort');
  if (options.getBoolean('spreads') ?? false) {
    const [unfit] =
      Object.entries({ discount, 'min-saving': minSaving, sort }).find(([, given]) => given !== null) ?? [];
    if (unfit === undefined) return { deals: 'spreads' };
    throw new UserError((language) => language.say('deals.not-for-spreads', { option: code(unfit) }));
  }
  const dealOrder = DEAL_ORDERS.find((one) => one === sort);
  return {
    deals: discount ?? DEFAULT_DEAL_TERMS.discount,
    ...(minSaving !== null && { minSaving }),
    ...(dealOrder !== undefined && { dealOrder }),
  };
}

/** @throws UserError if the menu names no known item */
function readPicked(interaction: ActionInteraction, context: CommandContext): ItemChoice {
  const [value = ''] = interaction.isStringSelectMenu() ? interaction.values : [];
  const [type = '', variant] = value.split(':');
  const market = context.market();
  if (type === '' || market === null) throw new UserError((language) => language.say('deals.pick'));
  return readItemArgument(type, variant, market);
}

/** Shows a page to the user alone, measured from their home. */
async function showMine(interaction: ActionInteraction, asked: ShopQuery, page: number, context: CommandContext) {
  const query = { ...asked, userId: interaction.user.id };
  const reader = await readerWithHome(interaction, context);
  await interaction.deferReply(visibility(true));
  const kept = await saveQuery(query, context);
  await interaction.editReply(await renderDealsPage(query, kept, page, requireMarket(context), context, reader));
}

/** Shows the asker another page in place; anyone else gets a page of their own. */
async function turnPage(
  interaction: ActionInteraction,
  key: string,
  change: (query: ShopQuery) => ShopQuery,
  page: number,
  context: CommandContext,
): Promise<void> {
  const asked = await requireQuery(key, context);
  const changed = change(asked);
  const market = requireMarket(context);
  if (!interaction.isMessageComponent()) throw new UserError((language) => language.say('deals.again'));
  const isAsker = interaction.user.id === asked.userId;
  const reader = await readerOf(interaction, isAsker, context);
  await (isAsker ? interaction.deferUpdate() : interaction.deferReply(visibility(true)));
  const query = { ...changed, userId: interaction.user.id };
  const kept = isAsker && changed === asked ? key : await saveQuery(query, context);
  const shown = await renderDealsPage(query, kept, page, market, context, reader);
  await interaction.editReply(isAsker ? replacing(shown, interaction.message) : shown);
}

async function renderDealsPage(
  { filter: asked, deals, minSaving, dealOrder }: ShopQuery,
  key: string | null,
  page: number,
  market: Market,
  context: CommandContext,
  { asker, language }: Reader,
) {
  const filter = locateFilter(asked, asker);
  const except = exceptOwn(filter, asker);
  const { status, now, icons, worths: allWorths, workQueue } = context;
  const freshness = formatFreshness(status.snapshot(), status.stream(), now(), language);
  const worths = await allWorths.all();
  const known = await readCoverage(asked, market, worths, context);
  const answer = { filter, page, key, known, freshness, icons, isPublic: asker.isPublic, language };
  if (deals === 'spreads') {
    const spreads = await workQueue.run(() =>
      inSlices(findSpreads(market, worths, { filter, except, limit: MOST_LISTED_SPREADS })),
    );
    return renderSpreads({ ...answer, spreads });
  }
  const terms = termsOf({ deals, minSaving });
  const order = dealOrder ?? 'saved';
  const query = { filter, except, terms, order, limit: MOST_LISTED_DEALS };
  const { found, nearest, lowest } = await workQueue.run(async () => {
    const found = await inSlices(findDeals(market, worths, query));
    const nearest = found.total === 0 ? await inSlices(nearestTerms(market, worths, query)) : null;
    return { found, nearest, lowest: await lowestOf(dealsOn(page, found), context) };
  });
  return renderDeals({ ...answer, deals: found, terms, order, nearest, lowest });
}

function termsOf({ deals, minSaving }: Pick<ShopQuery, 'deals' | 'minSaving'>): DealTerms {
  const discount = typeof deals === 'number' ? deals : DEFAULT_DEAL_TERMS.discount;
  return { discount, minSaving: minSaving ?? DEFAULT_DEAL_TERMS.minSaving };
}

async function lowestOf(shown: readonly ShownDeal[], { lowestPrices }: CommandContext) {
  const lowest = new Map<Shop, number>();
  for (const { shop } of shown) {
    const days = await lowestPrices.daysOf(shop);
    if (days !== null) lowest.set(shop, days);
  }
  return lowest;
}

async function requireQuery(key: string, context: CommandContext): Promise<ShopQuery> {
  const query = await context.queries.find(key);
  if (!query) throw new UserError((language) => language.say('deals.again'));
  return query;
}
