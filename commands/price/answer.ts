import type { APIEmbed } from 'discord.js';
import type { CommandContext } from '../../src/discord/command/command.ts';
import { renderPrice } from '../../src/discord/render/answer/price.ts';
import { formatFreshness } from '../../src/discord/render/words/freshness.ts';
import type { Language } from '../../src/language/language.ts';
import type { ItemChoice } from '../../src/market/item/item.ts';
import { hasHistory } from '../../src/prices/price-facts.ts';
import { quoteVariants } from '../../src/prices/variants.ts';
import { chartOf, drawOrNothing } from './chart.ts';

const NO_PICTURE = '-# No chart this time: please ask again in a minute';

/** What of the command's context the answer needs. */
export interface PriceContext
  extends Pick<CommandContext, 'priceFacts' | 'market' | 'workQueue' | 'drawChart' | 'log'> {
  readonly status: Pick<CommandContext['status'], 'snapshot' | 'stream'>;
}

/** The whole answer for an item, with its chart. It takes its time under load: acknowledge before. */
export async function answerPrice(item: ItemChoice, days: number, context: PriceContext, language: Language) {
  const facts = await context.priceFacts(item, days);
  const picture = hasHistory(facts) ? await drawOrNothing(chartOf(item, facts, null, language), context) : null;
  const market = context.market();
  const render = () =>
    renderPrice({
      ...facts,
      ...quoteVariants(item, market),
      item,
      days,
      freshness: formatFreshness(context.status.snapshot(), context.status.stream(), facts.now, language),
      hasPicture: picture !== null,
      hasShops: market !== null,
      language,
    });
  const { embeds, components } = await context.workQueue.run(render);
  if (picture !== null) return { embeds, components, files: [picture] };
  if (!hasHistory(facts)) return { embeds, components, files: [] };
  return { embeds: embeds.map(formatNoPicture), components, files: [] };
}

function formatNoPicture(embed: APIEmbed): APIEmbed {
  return { ...embed, description: [embed.description, NO_PICTURE].filter(Boolean).join('\n') };
}
