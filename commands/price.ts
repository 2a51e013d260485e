import { ApplicationCommandOptionType as Type } from 'discord.js';
import { EVERYWHERE, editOrReply, marketFor } from '../src/discord/command/answer.ts';
import type { Command, Desk } from '../src/discord/command/command.ts';
import { ITEM_OPTION, PRIVATE_OPTION } from '../src/discord/command/filter-options.ts';
import { readItem } from '../src/discord/command/read-filter.ts';
import { suggestFilter } from '../src/discord/command/suggest.ts';
import { sayFreshness } from '../src/discord/render/freshness.ts';
import { renderPrice } from '../src/discord/render/price.ts';
import { identify } from '../src/market/identity.ts';
import type { ItemChoice } from '../src/market/item.ts';
import { summarise } from '../src/market/prices.ts';
import { bestAsk, bestBid, variantsOf } from '../src/market/quotes.ts';
import type { TradeGroup } from '../src/market/trade-group.ts';

const DAY_MS = 24 * 60 * 60_000;
const USUAL_DAYS = 30;

export const price = {
  definition: {
    name: 'price',
    description: 'What an item costs now, and what was paid for it',
    ...EVERYWHERE,
    options: [
      { ...ITEM_OPTION, required: true },
      { type: Type.Integer, name: 'days', description: 'How far back, 1 to 90 (30)', min_value: 1, max_value: 90 },
      PRIVATE_OPTION,
    ],
  },

  async execute(interaction, desk) {
    const { options } = interaction;
    const isPrivate = options.getBoolean('private') ?? false;
    const market = await marketFor(interaction, desk, isPrivate);
    const item = readItem(options.getString('item', true), market, 'any-type');
    const answer = await answerPrice(item, options.getInteger('days') ?? USUAL_DAYS, desk, interaction.locale);
    await editOrReply(interaction, answer, isPrivate);
  },

  suggest: (interaction, desk) => suggestFilter(interaction, desk.market()),
} satisfies Command;

/** The whole answer for an item: quotes of the market now, history from the journal. */
export async function answerPrice(item: ItemChoice, days: number, desk: Desk, locale: string) {
  const now = desk.now();
  const since = now - days * DAY_MS;
  const market = desk.market();
  // A bare type is priced as the plain item: mixed with its variants, a price would mean nothing.
  const priced = { ...item, key: item.key ?? identify(item.type).key };
  const [past, outages] = await Promise.all([
    desk.journal.history(priced, since, now + 1),
    desk.journal.outages(since),
  ]);
  const isAuction = ({ kind }: TradeGroup) => kind === 'auction';
  return renderPrice({
    item,
    ask: market && bestAsk(market, item),
    bid: market && bestBid(market, item),
    days,
    trades: summarise(past.filter((trade) => !isAuction(trade))),
    auctions: summarise(past.filter(isAuction)),
    variants: market && item.key === undefined ? variantsOf(market, item.type) : [],
    outages,
    freshness: sayFreshness(desk.status.snapshot(), desk.status.stream(), now, locale),
    locale,
  });
}
