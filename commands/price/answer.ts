import { isDrawable } from '../../src/discord/chart/font.ts';
import { type Chart, type Picture, PicturesBusy } from '../../src/discord/chart/picture.ts';
import type { PriceChart } from '../../src/discord/chart/price-chart.ts';
import type { CommandContext } from '../../src/discord/command/command.ts';
import { paintingPicture } from '../../src/discord/command/paintings.ts';
import { renderPrice, renderPriceMenu } from '../../src/discord/render/answer/price.ts';
import type { PriceView } from '../../src/discord/render/answer/price-answer.ts';
import { formatFreshness, withoutStartMoments } from '../../src/discord/render/words/freshness.ts';
import { nameOfChoice, nameOfIdentity, nameOfType } from '../../src/discord/render/words/names.ts';
import type { Language } from '../../src/language/language.ts';
import type { Identity, ItemChoice } from '../../src/market/item/item.ts';
import { itemName } from '../../src/market/item/item-name.ts';
import { labelOf } from '../../src/market/item/label.ts';
import type { Market } from '../../src/market/market.ts';
import { countKinds, isPlainChoice, NO_KIND_COUNTS } from '../../src/market/prices/kind-counts.ts';
import type { History } from '../../src/ports/journal.ts';
import type { PriceFacts } from '../../src/ports/prices.ts';
import { hasPurchases, quoteVariants, soldKinds } from '../../src/prices/price-facts.ts';
import { inSlices } from '../../src/time/cooperate.ts';

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
 * Answers for an item. A bare type whose offers are less than half plain gets a menu of its kinds. Any other item gets
 * its prices, with a chart if somebody bought it. The interaction must be acknowledged before, because the answer takes
 * long under load.
 */
export async function answerPrice(
  item: ItemChoice,
  days: number,
  context: PriceContext,
  language: Language,
  view: PriceView = 'chart',
) {
  // A former key that means several kinds has no one price.
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
      counts: market === null ? NO_KIND_COUNTS : await inSlices(countKinds(market, item)),
      isGone: !isKnown,
      thumbnail: painting?.thumbnail ?? null,
      icons: context.icons,
      language,
    });
  const files = [picture, painting?.file ?? null].filter((file) => file !== null);
  return { ...(await context.workQueue.run(render)), files };
}

type ChartFacts = Pick<PriceFacts, 'points' | 'mixed' | 'asks' | 'outages' | 'since' | 'knownSince' | 'now'>;

/**
 * Returns the chart of these facts.
 * @param target a watch's price, or null
 * @param market names the variant
 */
export function chartOf(
  item: ItemChoice,
  { points, mixed, asks, outages, since, knownSince, now }: ChartFacts,
  target: number | null,
  market: Market | null,
  language: Language,
): PriceChart {
  const identity = item.key === undefined ? undefined : market?.catalogue.identityOf(item.key);
  const kind = identity === undefined ? null : withoutPlayerTexts(identity);
  const inWords = kind === null ? nameOfType(item.type, language) : nameOfIdentity(kind, language);
  const inEnglish = kind === null ? itemName(item.type) : labelOf(kind);
  // The fonts contain the letters of the charts' own words, but not of all items in all languages.
  const kindName = isDrawable(inWords) ? inWords : inEnglish;
  return {
    title: nameOfChoice(item, language),
    kindName,
    from: since,
    to: now,
    points,
    mixed,
    asks,
    outages: withoutStartMoments(outages),
    target,
    now,
    knownSince,
    language,
  };
}

/**
 * Reduces an item to type, enchantments and potion, which have names of the game, such as `Enchanted Book (Fortune)`.
 */
function withoutPlayerTexts({ key, type, variant }: Identity): Identity {
  if (variant === null) return { key, type, variant };
  const { enchantments, potion } = variant;
  return { key, type, variant: { enchantments, potion, canvas: null, customName: null } };
}

/** Draws a chart, or returns null if that fails: the answer is complete without it. */
export async function drawOrNothing(
  chart: Chart,
  { drawChart: draw, log }: Pick<CommandContext, 'drawChart' | 'log'>,
): Promise<Picture | null> {
  try {
    return await draw(chart);
  } catch (error) {
    if (error instanceof PicturesBusy)
      log.debug({ err: error }, 'Answer sent without its chart, too many pictures are waiting');
    else log.error({ err: error }, 'Chart not drawn');
    return null;
  }
}
