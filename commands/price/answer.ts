import type { APIEmbed } from 'discord.js';
import type { Picture } from '../../src/discord/chart/picture.ts';
import { PicturesBusy } from '../../src/discord/chart/pictures.ts';
import type { PriceChart } from '../../src/discord/chart/price-chart.ts';
import type { CommandContext } from '../../src/discord/command/command.ts';
import { renderPrice } from '../../src/discord/render/answer/price.ts';
import { sayFreshness } from '../../src/discord/render/words/freshness.ts';
import type { ItemChoice } from '../../src/market/item/item.ts';
import { containerQuotes } from '../../src/market/prices/container-quotes.ts';
import { variantsOf } from '../../src/market/prices/quotes.ts';
import { chartOf, hasHistory, shareFacts } from '../../src/prices/price-facts.ts';

/** Of the days asked for; less is not worth a line. */
const MISSED_SHARE = 0.05;

const NO_PICTURE = '-# No chart this time: please ask again in a minute';

/** What of the command's context the answer needs. */
export interface PriceContext
  extends Pick<CommandContext, 'journal' | 'market' | 'now' | 'work' | 'draw' | 'beganAt' | 'log'> {
  readonly status: Pick<CommandContext['status'], 'snapshot' | 'stream'>;
}

/** The whole answer for an item, with its chart. It takes its time under load: acknowledge before. */
export async function answerPrice(item: ItemChoice, days: number, context: PriceContext, locale: string) {
  const facts = await shareFacts(item, days, context);
  const picture = hasHistory(facts) ? await drawOrNothing(chartOf(item, facts, null, locale), context) : null;
  const market = context.market();
  const render = () =>
    renderPrice({
      ...facts,
      item,
      days,
      knownSince: knownSince(facts, context),
      boxes: market && item.key === undefined ? containerQuotes(market, item.type) : null,
      variants: market && item.key === undefined ? variantsOf(market, item.type) : [],
      freshness: sayFreshness(context.status.snapshot(), context.status.stream(), facts.now, locale),
      hasPicture: picture !== null,
      hasShops: market !== null,
      locale,
    });
  const { embeds, components } = await context.work.run(render);
  if (picture !== null) return { embeds, components, files: [picture] };
  if (!hasHistory(facts)) return { embeds, components, files: [] };
  return { embeds: embeds.map(sayNoPicture), components, files: [] };
}

function sayNoPicture(embed: APIEmbed): APIEmbed {
  return { ...embed, description: [embed.description, NO_PICTURE].filter(Boolean).join('\n') };
}

/** When Crier began to look, where much of the days was before. A trade may be older: the service tells when it was. */
function knownSince(
  { firstAt, since, now }: { firstAt: number; since: number; now: number },
  { beganAt }: Pick<CommandContext, 'beganAt'>,
): number | null {
  const began = Math.min(beganAt, firstAt);
  return began - since > MISSED_SHARE * (now - since) ? began : null;
}

/** The numbers stand without their picture. */
export async function drawOrNothing(
  chart: PriceChart,
  { draw, log }: Pick<CommandContext, 'draw' | 'log'>,
): Promise<Picture | null> {
  try {
    return await draw(chart);
  } catch (error) {
    if (error instanceof PicturesBusy) log.debug({ err: error }, 'An answer goes without its chart');
    else log.error({ err: error }, 'A chart could not be drawn');
    return null;
  }
}
