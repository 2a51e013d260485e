import type { ActionInteraction, CommandContext } from '../../src/discord/command/command.ts';
import { UserError } from '../../src/discord/command/user-error.ts';
import { watchForm } from '../../src/discord/render/answer/watch-form.ts';
import { findOffers } from '../../src/market/search/offers.ts';
import type { ShopQuery } from '../../src/ports/queries.ts';
import { inSlices } from '../../src/time/cooperate.ts';

/**
 * Opens the form behind *Watch this* of `/shop` and `/price`, with the best offer of now filled in.
 * @param key under which the query is kept: the form finds it by its custom id
 * @throws UserError if the query names no item
 */
export async function openWatchForm(
  interaction: ActionInteraction,
  key: string,
  { filter, side }: Pick<ShopQuery, 'filter' | 'side'>,
  context: CommandContext,
): Promise<void> {
  if (!interaction.isMessageComponent() || !filter.item) throw new UserError((language) => language.say('shop.again'));
  const market = context.market();
  const asked = { side, filter, sort: 'price', outOfStock: false, limit: 1 } as const;
  const best = (market && (await inSlices(findOffers(market, asked))).offers[0]) ?? null;
  await interaction.showModal(watchForm(key, filter.item, side, best, context.languages.of(interaction.locale)));
}
