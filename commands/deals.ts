import { ApplicationCommandOptionType as Type } from 'discord.js';
import { EVERYWHERE, marketFor, visibility } from '../src/discord/command/answer.ts';
import type { Command } from '../src/discord/command/command.ts';
import { filterOptions, PRIVATE_OPTION } from '../src/discord/command/filter-options.ts';
import { readFilter } from '../src/discord/command/read-filter.ts';
import { suggestFilter } from '../src/discord/command/suggest.ts';
import { MOST, renderDeals, renderSpreads } from '../src/discord/render/deals.ts';
import { sayFreshness, sayNoShops } from '../src/discord/render/freshness.ts';
import { inSlices } from '../src/in-slices.ts';
import { findDeals } from '../src/market/deals.ts';
import type { Filter } from '../src/market/filter.ts';
import { identify } from '../src/market/identity.ts';
import { findSpreads } from '../src/market/spreads.ts';
import type { Worth } from '../src/market/worth.ts';

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

  async execute(interaction, desk) {
    const { options, locale } = interaction;
    const isPrivate = options.getBoolean('private') ?? false;
    await interaction.deferReply(visibility(isPrivate));
    const market = await marketFor(interaction, desk, isPrivate);
    if (!market) {
      await interaction.editReply(sayNoShops(desk.status.snapshot()));
      return;
    }
    const filter = readFilter(options, market, 'listed');
    const freshness = sayFreshness(desk.status.snapshot(), desk.status.stream(), desk.now(), locale);
    const worths = await desk.worths.all();
    if (options.getBoolean('spreads')) {
      const spreads = await inSlices(findSpreads(market, { filter, limit: MOST }));
      await interaction.editReply(renderSpreads({ spreads, worths, filter, freshness, locale }));
    } else {
      const discount = options.getInteger('discount') ?? USUAL_DISCOUNT;
      const found = findDeals(market, worths, { filter, discount, limit: MOST });
      await interaction.editReply(
        renderDeals({ deals: found, discount, filter, freshness, known: knownOf(filter, worths), locale }),
      );
    }
  },

  suggest: (interaction, desk) => suggestFilter(interaction, desk.market()),
} satisfies Command;

/** How many items with a worth the answer is about. */
function knownOf({ item }: Filter, worths: ReadonlyMap<string, Worth>): number {
  if (item === undefined) return worths.size;
  return worths.has(item.key ?? identify(item.type).key) ? 1 : 0;
}
