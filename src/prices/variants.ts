import type { ItemChoice } from '../market/item/item.ts';
import type { Market } from '../market/market.ts';
import { containerQuotes } from '../market/prices/container-quotes.ts';
import { variantsOf } from '../market/prices/quotes.ts';
import type { VariantQuotes } from '../ports/price-facts.ts';

/** What else an item named by its bare type is sold as. */
export function quoteVariants(item: ItemChoice, market: Market | null): VariantQuotes {
  if (market === null || item.key !== undefined) return { boxes: null, variants: [] };
  return { boxes: containerQuotes(market, item.type), variants: variantsOf(market, item.type) };
}
