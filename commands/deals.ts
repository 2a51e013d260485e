import { ApplicationCommandOptionType as Type } from 'discord.js';
import { EVERYWHERE, marketFor, visibility } from '../src/discord/command/answer.ts';
import type { ActionInteraction, Command, CommandContext } from '../src/discord/command/command.ts';
import { filterOptions, PRIVATE_OPTION } from '../src/discord/command/filter-options.ts';
import { keepQuery } from '../src/discord/command/keep-query.ts';
import { readFilter, readItemArgument } from '../src/discord/command/read-filter.ts';
import { suggestFilter } from '../src/discord/command/suggest-filter.ts';
import { OLD_BUTTON, UserError } from '../src/discord/command/user-error.ts';
import { warnPrivately } from '../src/discord/command/warn-privately.ts';
import { withGuess } from '../src/discord/command/with-guess.ts';
import {
  MOST_DEALS,
  MOST_SPREADS,
  renderDeals,
  renderSpreads,
  type WorthCoverage,
} from '../src/discord/render/answer/deals.ts';
import { formatFreshness, formatNoShops } from '../src/discord/render/words/freshness.ts';
import type { Language } from '../src/language/language.ts';
import { described } from '../src/language/localized.ts';
import { findDeals } from '../src/market/deals/deals.ts';
import { findSpreads } from '../src/market/deals/spreads.ts';
import { identify } from '../src/market/item/identity.ts';
import type { Market } from '../src/market/market.ts';
import type { Worth } from '../src/market/prices/worth.ts';
import type { Filter } from '../src/market/search/filter.ts';
import { canNeverMatch, findUnknownNames } from '../src/market/search/unknown-names.ts';
import type { ShopQuery } from '../src/ports/queries.ts';
import { inSlices } from '../src/time/cooperate.ts';
import { openWatchForm } from './watch/open-form.ts';

const USUAL_DISCOUNT = 25;

/** A query's key and a page from 0, as the buttons have it. */
const PAGE = /^([^:]+):(\d{1,3})$/;

export const deals = {
  definition: {
    name: 'deals',
    ...described('deals.description'),
    ...EVERYWHERE,
    options: [
      ...filterOptions().slice(0, 1),
      { type: Type.Integer, name: 'discount', ...described('deals.discount'), min_value: 1, max_value: 99 },
      { type: Type.Boolean, name: 'spreads', ...described('deals.spreads') },
      PRIVATE_OPTION,
      ...filterOptions(['item']),
    ],
  },

  async execute(interaction, context) {
    const { options } = interaction;
    const language = context.languages.of(interaction.locale);
    const isSpreads = options.getBoolean('spreads') ?? false;
    const discount = options.getInteger('discount');
    if (isSpreads && discount !== null) throw new UserError((language) => language.say('deals.not-both'));
    const isPrivate = options.getBoolean('private') ?? false;
    const market = await marketFor(interaction, context, isPrivate);
    if (!market) {
      await interaction.editReply(formatNoShops(context.status.snapshot(), language));
      return;
    }
    const { filter, guess } = readFilter(options, { market, language }, 'listed');
    const unknownNames = findUnknownNames(filter, market);
    if (canNeverMatch(unknownNames)) return warnPrivately(interaction, { filter, unknownNames }, context);
    if (!interaction.deferred) await interaction.deferReply(visibility(isPrivate));
    const asked = {
      userId: interaction.user.id,
      filter,
      deals: isSpreads ? 'spreads' : (discount ?? USUAL_DISCOUNT),
    } as const;
    const query = { ...asked, side: 'buy', sort: 'price', outOfStock: false } as const;
    const key = await keepQuery(query, context);
    const page = await renderPage(query, key, 0, market, context, language);
    await interaction.editReply(withGuess(page, guess, 'item.guessed', language));
    await warnPrivately(interaction, { filter, unknownNames }, context);
  },

  autocomplete: (interaction, context) => suggestFilter(interaction, context),

  actions: {
    async page(interaction, argument, context) {
      const [, key, page] = PAGE.exec(argument) ?? [];
      if (key === undefined) throw new UserError(OLD_BUTTON);
      await turn(interaction, key, Number(page), context);
    },

    async jump(interaction, key, context) {
      const [page = ''] = interaction.isStringSelectMenu() ? interaction.values : [];
      if (!/^\d{1,3}$/.test(page)) throw new UserError((language) => language.say('shop.pick-page'));
      await turn(interaction, key, Number(page), context);
    },

    /** The item of the page that a menu names: the form behind *Watch this*. */
    async watch(interaction, key, context) {
      const [value = ''] = interaction.isStringSelectMenu() ? interaction.values : [];
      const [type = '', variant] = value.split(':');
      const market = context.market();
      if (type === '' || market === null || !interaction.isMessageComponent()) {
        throw new UserError((language) => language.say('deals.pick'));
      }
      const { deals: _, ...asked } = await findQuery(key, context);
      const item = readItemArgument(type, variant, market);
      const query = { ...asked, userId: interaction.user.id, filter: { ...asked.filter, item } };
      const kept = await keepQuery(query, context);
      if (kept === null) throw new UserError((language) => language.say('deals.again'));
      await openWatchForm(interaction, kept, query, context);
    },
  },
} satisfies Command;

/** The asker turns their own page; anyone else gets a page of their own. */
async function turn(interaction: ActionInteraction, key: string, page: number, context: CommandContext): Promise<void> {
  const asked = await findQuery(key, context);
  const language = context.languages.of(interaction.locale);
  const market = context.market();
  if (market === null) throw new UserError((language) => formatNoShops(context.status.snapshot(), language));
  if (!interaction.isMessageComponent()) throw new UserError((language) => language.say('deals.again'));
  const isAsker = interaction.user.id === asked.userId;
  await (isAsker ? interaction.deferUpdate() : interaction.deferReply(visibility(true)));
  const query = { ...asked, userId: interaction.user.id };
  const kept = isAsker ? key : await keepQuery(query, context);
  await interaction.editReply(await renderPage(query, kept, page, market, context, language));
}

async function renderPage(
  { filter, deals }: ShopQuery,
  key: string | null,
  page: number,
  market: Market,
  context: CommandContext,
  language: Language,
) {
  const { status, now, icons, worths: allWorths, workQueue } = context;
  const freshness = formatFreshness(status.snapshot(), status.stream(), now(), language);
  const worths = await allWorths.all();
  const known = await readCoverage(filter, market, worths, context);
  const answer = { filter, page, key, known, freshness, icons, language };
  if (deals === 'spreads') {
    const spreads = await workQueue.run(() => inSlices(findSpreads(market, worths, { filter, limit: MOST_SPREADS })));
    return renderSpreads({ ...answer, spreads });
  }
  const discount = deals ?? USUAL_DISCOUNT;
  const found = await workQueue.run(() => inSlices(findDeals(market, worths, { filter, discount, limit: MOST_DEALS })));
  return renderDeals({ ...answer, deals: found, discount });
}

async function findQuery(key: string, context: CommandContext): Promise<ShopQuery> {
  const query = await context.queries.find(key);
  if (!query) throw new UserError((language) => language.say('deals.again'));
  return query;
}

/** A bare type has the worths of its variants; where none has one, the plain item's reason is told, as `/price` does. */
async function readCoverage(
  filter: Filter,
  market: Market,
  worths: ReadonlyMap<string, Worth>,
  context: CommandContext,
): Promise<WorthCoverage> {
  const { item } = filter;
  // How many items the other filters leave is not counted.
  if (item === undefined) return { items: isBare(filter) ? worths.size : Math.min(1, worths.size), why: null };
  const variants = item.key === undefined ? market.ofType(item.type).map(({ identity }) => identity.key) : [item.key];
  const known = variants.filter((key) => worths.has(key)).length;
  if (known > 0) return { items: known, why: null };
  const worth = await context.worths.of({ type: item.type, key: item.key ?? identify(item.type).key });
  return worth.worth === null ? { items: 0, why: worth } : { items: 1, why: null };
}

function isBare({ containers: _, ...parts }: Filter): boolean {
  return Object.keys(parts).length === 0;
}
