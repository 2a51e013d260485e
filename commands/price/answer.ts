import type { CommandContext } from '../../src/discord/command/command.ts';
import { paintingPicture } from '../../src/discord/command/painting-picture.ts';
import { renderPrice } from '../../src/discord/render/answer/price.ts';
import type { ShopCounts } from '../../src/discord/render/answer/price-answer.ts';
import { formatFreshness } from '../../src/discord/render/words/freshness.ts';
import type { Language } from '../../src/language/language.ts';
import type { ItemChoice } from '../../src/market/item/item.ts';
import type { Market } from '../../src/market/market.ts';
import { findOffers } from '../../src/market/search/offers.ts';
import { hasHistory } from '../../src/prices/price-facts.ts';
import { quoteVariants } from '../../src/prices/variants.ts';
import { inSlices } from '../../src/time/cooperate.ts';
import { chartOf, drawOrNothing } from './chart.ts';

/** What of the command's context the answer needs. */
export interface PriceContext
  extends Pick<
    CommandContext,
    'priceFacts' | 'market' | 'workQueue' | 'drawChart' | 'drawCanvas' | 'bans' | 'icons' | 'log'
  > {
  readonly status: Pick<CommandContext['status'], 'snapshot' | 'stream'>;
}

/** The whole answer for an item, with its chart. It takes its time under load: acknowledge before. */
export async function answerPrice(item: ItemChoice, days: number, context: PriceContext, language: Language) {
  const facts = await context.priceFacts(item, days);
  const picture = hasHistory(facts) ? await drawOrNothing(chartOf(item, facts, null, language), context) : null;
  const painting = await paintingPicture(item, context, language);
  const market = context.market();
  const render = async () =>
    renderPrice({
      ...facts,
      ...quoteVariants(item, market),
      item,
      days,
      freshness: formatFreshness(context.status.snapshot(), context.status.stream(), facts.now, language),
      chart: picture?.description ?? null,
      lacksChart: hasHistory(facts) && picture === null,
      hasShops: market !== null,
      counts: await countShops(item, market),
      thumbnail: painting?.thumbnail ?? null,
      icons: context.icons,
      language,
    });
  const files = [picture, painting?.file ?? null].filter((file) => file !== null);
  return { ...(await context.workQueue.run(render)), files };
}

/** As `/shop` counts them: containers of it and all variants of a bare type too. */
async function countShops(item: ItemChoice, market: Market | null): Promise<ShopCounts> {
  if (market === null) return { stocked: 0, empty: 0, buyers: 0 };
  const query = { filter: { item, containers: true }, sort: 'price', outOfStock: false, limit: 1 } as const;
  const sellers = await inSlices(findOffers(market, { ...query, side: 'buy' }));
  const buyers = await inSlices(findOffers(market, { ...query, side: 'sell' }));
  return { stocked: sellers.total, empty: sellers.empty, buyers: buyers.total - buyers.empty };
}
