import type { ItemChoice } from '../market/item/item.ts';
import type { Market } from '../market/market.ts';
import { containerQuotes } from '../market/prices/container-quotes.ts';
import { isPlainChoice } from '../market/prices/kind-counts.ts';
import { variantsOf } from '../market/prices/quotes.ts';
import type { VariantQuotes } from '../ports/prices.ts';

/** Quotes what else an item that is priced as the plain one is sold as. */
export function quoteVariants(item: ItemChoice, market: Market | null): VariantQuotes {
  if (market === null || !isPlainChoice(item)) return { boxes: null, variants: [] };
  return { boxes: containerQuotes(market, item.type), variants: variantsOf(market, item.type) };
}
