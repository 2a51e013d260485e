import type { CommandContext } from '../../src/discord/command/command.ts';
import { paintingPicture } from '../../src/discord/command/paintings.ts';
import { renderPrice } from '../../src/discord/render/answer/price.ts';
import type { PriceView } from '../../src/discord/render/answer/price-answer.ts';
import { renderPriceMenu } from '../../src/discord/render/answer/price-menu.ts';
import { formatFreshness } from '../../src/discord/render/words/freshness.ts';
import type { Language } from '../../src/language/language.ts';
import type { ItemChoice } from '../../src/market/item/item.ts';
import { countKinds, isPlainChoice, NO_SHOPS } from '../../src/market/prices/kind-counts.ts';
import type { History } from '../../src/ports/journal.ts';
import { hasPurchases, quoteVariants } from '../../src/prices/price-facts.ts';
import { soldKinds } from '../../src/prices/sold-kinds.ts';
import { inSlices } from '../../src/time/cooperate.ts';
import { chartOf, drawOrNothing } from './chart.ts';

/** The parts of a command's context that the answer needs. */
export interface PriceContext
  extends Pick<
    CommandContext,
    'priceFacts' | 'market' | 'workQueue' | 'drawChart' | 'drawCanvas' | 'bans' | 'icons' | 'now' | 'log'
  > {
  readonly status: Pick<CommandContext['status'], 'snapshot' | 'stream'>;
  readonly journal: Pick<History, 'tradeCounts' | 'mixedHistory'>;
}

/**
 * Answers for an item. A bare type of which less than half of what is sold is plain gets a menu of its kinds; anything
 * else its prices, with a chart if somebody bought it. It takes its time under load: acknowledge before.
 */
export async function answerPrice(
  item: ItemChoice,
  days: number,
  context: PriceContext,
  language: Language,
  view: PriceView = 'chart',
) {
  // Several kinds of a former key have no one price.
  const asked = item.isFormer ? { type: item.type } : item;
  return (await askForKind(asked, days, context, language)) ?? (await answerFor(asked, days, context, language, view));
}

async function askForKind({ type, key }: ItemChoice, days: number, context: PriceContext, language: Language) {
  const market = context.market();
  if (key !== undefined || market === null) return null;
  const now = context.now();
  const { kinds, isMostlyPlain } = await soldKinds(type, market, context.journal, now);
  if (isMostlyPlain) return null;
  const freshness = formatFreshness(context.status.snapshot(), context.status.stream(), now, language);
  const menu = renderPriceMenu({ type, kinds, days, freshness, icons: context.icons, language });
  return menu && { ...menu, files: [] };
}

async function answerFor(item: ItemChoice, days: number, context: PriceContext, language: Language, view: PriceView) {
  const facts = await context.priceFacts(item, days);
  const isDrawn = view === 'chart' && hasPurchases(facts);
  const picture = isDrawn ? await drawOrNothing(chartOf(item, facts, null, context.market(), language), context) : null;
  const painting = await paintingPicture(item, context, language);
  const market = context.market();
  const isKnown = market === null || isPlainChoice(item) || market.catalogue.identityOf(item.key ?? '') !== undefined;
  const render = async () =>
    renderPrice({
      ...facts,
      ...quoteVariants(item, market),
      item,
      days,
      view,
      freshness: formatFreshness(context.status.snapshot(), context.status.stream(), facts.now, language),
      chart: picture?.description ?? null,
      lacksChart: isDrawn && picture === null,
      hasShops: market !== null,
      counts: market === null ? NO_SHOPS : await inSlices(countKinds(market, item)),
      isGone: !isKnown,
      thumbnail: painting?.thumbnail ?? null,
      icons: context.icons,
      language,
    });
  const files = [picture, painting?.file ?? null].filter((file) => file !== null);
  return { ...(await context.workQueue.run(render)), files };
}
