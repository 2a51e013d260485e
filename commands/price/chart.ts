import { isDrawable } from '../../src/discord/chart/font.ts';
import { type Picture, PicturesBusy } from '../../src/discord/chart/picture.ts';
import type { PriceChart } from '../../src/discord/chart/price-chart.ts';
import type { CommandContext } from '../../src/discord/command/command.ts';
import { withoutStartMoments } from '../../src/discord/render/words/freshness.ts';
import { nameOfChoice, nameOfIdentity, nameOfType } from '../../src/discord/render/words/item-name.ts';
import type { Language } from '../../src/language/language.ts';
import type { Identity, ItemChoice } from '../../src/market/item/item.ts';
import { itemName } from '../../src/market/item/item-name.ts';
import { labelOf } from '../../src/market/item/label.ts';
import type { Market } from '../../src/market/market.ts';
import type { PriceFacts } from '../../src/ports/prices.ts';

type ChartFacts = Pick<PriceFacts, 'points' | 'mixed' | 'asks' | 'outages' | 'since' | 'knownSince' | 'now'>;

/** The chart of these facts; `target`: a watch's price; `market`: names the variant. */
export function chartOf(
  item: ItemChoice,
  { points, mixed, asks, outages, since, knownSince, now }: ChartFacts,
  target: number | null,
  market: Market | null,
  language: Language,
): PriceChart {
  const identity = item.key === undefined ? undefined : market?.catalogue.identityOf(item.key);
  const kind = identity === undefined ? null : withoutPlayersWords(identity);
  const inWords = kind === null ? nameOfType(item.type, language) : nameOfIdentity(kind, language);
  const inEnglish = kind === null ? itemName(item.type) : labelOf(kind);
  // The fonts have the signs of the charts' own words, and not of all items in all languages.
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

/** The type, enchantments and potion, which the game names: `Enchanted Book (Mending)`. */
function withoutPlayersWords({ key, type, variant }: Identity): Identity {
  if (variant === null) return { key, type, variant };
  const { enchantments, potion } = variant;
  return { key, type, variant: { enchantments, potion, canvas: null, customName: null } };
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
