import { ApplicationCommandOptionType as Type } from 'discord.js';
import { EVERYWHERE, marketFor, visibility } from '../src/discord/command/answer.ts';
import type { Command, CommandContext } from '../src/discord/command/command.ts';
import { filterOptions, PRIVATE_OPTION } from '../src/discord/command/filter-options.ts';
import { readFilter } from '../src/discord/command/read-filter.ts';
import { suggestFilter } from '../src/discord/command/suggest-filter.ts';
import { UserError } from '../src/discord/command/user-error.ts';
import { warnPrivately } from '../src/discord/command/warn-privately.ts';
import {
  MOST_SPREADS,
  renderDeals,
  renderSpreads,
  SHOWN,
  type WorthCoverage,
} from '../src/discord/render/answer/deals.ts';
import { formatFreshness, formatNoShops } from '../src/discord/render/words/freshness.ts';
import { findDeals } from '../src/market/deals/deals.ts';
import { findSpreads } from '../src/market/deals/spreads.ts';
import { identify } from '../src/market/item/identity.ts';
import type { Market } from '../src/market/market.ts';
import type { Worth } from '../src/market/prices/worth.ts';
import type { Filter } from '../src/market/search/filter.ts';
import { canNeverMatch, findUnknownNames } from '../src/market/search/unknown-names.ts';
import { inSlices } from '../src/time/cooperate.ts';

const USUAL_DISCOUNT = 25;

export const deals = {
  definition: {
    name: 'deals',
    description: 'Offers well under their worth, or what to buy here and sell there',
    ...EVERYWHERE,
    options: [
      ...filterOptions().slice(0, 1),
      {
        type: Type.Integer,
        name: 'discount',
        description: 'Per cent under the worth, at least (25)',
        min_value: 1,
        max_value: 99,
      },
      { type: Type.Boolean, name: 'spreads', description: 'Buy at one shop, sell at another' },
      PRIVATE_OPTION,
      ...filterOptions(['item']),
    ],
  },

  async execute(interaction, context) {
    const { options } = interaction;
    const language = context.languages.of(interaction.locale);
    const isSpreads = options.getBoolean('spreads') ?? false;
    const discount = options.getInteger('discount');
    if (isSpreads && discount !== null) throw new UserError('`discount` is not for `spreads`: leave one of them out.');
    const isPrivate = options.getBoolean('private') ?? false;
    const market = await marketFor(interaction, context, isPrivate);
    if (!market) {
      await interaction.editReply(formatNoShops(context.status.snapshot(), language));
      return;
    }
    const filter = readFilter(options, market, 'listed');
    const unknownNames = findUnknownNames(filter, market);
    if (canNeverMatch(unknownNames)) return warnPrivately(interaction, unknownNames, context);
    if (!interaction.deferred) await interaction.deferReply(visibility(isPrivate));
    const freshness = formatFreshness(context.status.snapshot(), context.status.stream(), context.now(), language);
    const worths = await context.worths.all();
    const known = await readCoverage(filter, market, worths, context);
    const answer = { filter, freshness, known, language };
    if (isSpreads) {
      const spreads = await context.workQueue.run(() =>
        inSlices(findSpreads(market, worths, { filter, limit: MOST_SPREADS })),
      );
      await interaction.editReply(renderSpreads({ ...answer, spreads }));
    } else {
      const least = discount ?? USUAL_DISCOUNT;
      const found = await context.workQueue.run(() =>
        inSlices(findDeals(market, worths, { filter, discount: least, limit: SHOWN })),
      );
      await interaction.editReply(renderDeals({ ...answer, deals: found, discount: least }));
    }
    await warnPrivately(interaction, unknownNames, context);
  },

  autocomplete: (interaction, context) => suggestFilter(interaction, context.market()),
} satisfies Command;

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
