import { isDrawable } from '../../src/discord/chart/font.ts';
import type { Picture } from '../../src/discord/chart/picture/picture.ts';
import { PicturesBusy } from '../../src/discord/chart/picture/picture-queue.ts';
import type { PriceChart } from '../../src/discord/chart/price-chart.ts';
import type { CommandContext } from '../../src/discord/command/command.ts';
import { withoutStartMoments } from '../../src/discord/render/words/freshness.ts';
import { nameOfChoice, nameOfType } from '../../src/discord/render/words/item-name.ts';
import type { Language } from '../../src/language/language.ts';
import type { ItemChoice } from '../../src/market/item/item.ts';
import { itemName } from '../../src/market/item/item-name.ts';
import type { PriceFacts } from '../../src/ports/price-facts.ts';

type ChartFacts = Pick<PriceFacts, 'points' | 'mixed' | 'asks' | 'outages' | 'since' | 'knownSince' | 'now'>;

/** The chart of these facts; `target`: a watch's price. */
export function chartOf(
  item: ItemChoice,
  { points, mixed, asks, outages, since, knownSince, now }: ChartFacts,
  target: number | null,
  language: Language,
): PriceChart {
  const inWords = nameOfType(item.type, language);
  // The fonts have the signs of the charts' own words, and not of all items in all languages.
  const typeName = isDrawable(inWords) ? inWords : itemName(item.type);
  return {
    title: nameOfChoice(item, language),
    typeName,
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

/** The numbers stand without their picture. */
export async function drawOrNothing(
  chart: PriceChart,
  { drawChart: draw, log }: Pick<CommandContext, 'drawChart' | 'log'>,
): Promise<Picture | null> {
  try {
    return await draw(chart);
  } catch (error) {
    if (error instanceof PicturesBusy) log.debug({ err: error }, 'An answer goes without its chart');
    else log.error({ err: error }, 'A chart could not be drawn');
    return null;
  }
}
