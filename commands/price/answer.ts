import type { Picture } from '../../src/discord/chart/picture.ts';
import type { PriceChart } from '../../src/discord/chart/price-chart.ts';
import type { Desk } from '../../src/discord/command/command.ts';
import { sayFreshness } from '../../src/discord/render/freshness.ts';
import { renderPrice } from '../../src/discord/render/price.ts';
import { containerQuotes } from '../../src/market/container-quotes.ts';
import type { ItemChoice } from '../../src/market/item.ts';
import { variantsOf } from '../../src/market/quotes.ts';
import { chartOf, gatherFacts, hasHistory } from './facts.ts';

/** Of the days asked for; less is not worth a line. */
const MISSED_SHARE = 0.05;

/** The whole answer for an item, with its chart. */
export async function answerPrice(item: ItemChoice, days: number, desk: Desk, locale: string) {
  const market = desk.market();
  const facts = await gatherFacts(item, days, desk);
  const picture = hasHistory(facts) ? await drawOrNothing(chartOf(item, facts, null, locale), desk) : null;
  const answer = renderPrice({
    ...facts,
    item,
    days,
    knownSince: knownSince(facts, desk),
    boxes: market && item.key === undefined ? containerQuotes(market, item.type) : null,
    variants: market && item.key === undefined ? variantsOf(market, item.type) : [],
    freshness: sayFreshness(desk.status.snapshot(), desk.status.stream(), facts.now, locale),
    hasPicture: picture !== null,
    hasShops: market !== null,
    locale,
  });
  return { ...answer, files: picture ? [picture] : [] };
}

/** When Crier began to look, where much of the days was before. A trade may be older: the service tells when it was. */
function knownSince(
  { firstAt, since, now }: { firstAt: number; since: number; now: number },
  { beganAt }: Desk,
): number | null {
  const began = Math.min(beganAt, firstAt);
  return began - since > MISSED_SHARE * (now - since) ? began : null;
}

/** The numbers stand without their picture. */
export async function drawOrNothing(chart: PriceChart, { draw, log }: Desk): Promise<Picture | null> {
  try {
    return await draw(chart);
  } catch (error) {
    log.error({ err: error }, 'A chart could not be drawn');
    return null;
  }
}
