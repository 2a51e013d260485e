import type { Market } from '../market.ts';
import { inStock } from '../shops/unit-price.ts';

/** Items that can be bought at a shop: in one bundle, and now in all; and what buying all saves against the worth, in diamonds. */
export interface Bargain {
  readonly bundle: number;
  readonly items: number;
  readonly saving: number;
}

/** A bundle of so many or more is a stack to those who trade it. */
const STACK_ITEMS = 8;

/**
 * Whether an offer looks good for one item only and is not worth the way: it cannot fill one bundle as others sell the item
 * (`usual`), and either sells singly what goes by the stack, or saves less than a diamond in all.
 */
export function isTrivialDeal({ bundle, items, saving }: Bargain, usual: number): boolean {
  return items < usual && ((bundle === 1 && usual >= STACK_ITEMS) || saving < 1);
}

/** Items in one bundle as most shops of the identity sell it, those in stock; of two in the middle the larger. */
export function usualBundle(market: Market, key: string): number {
  const asks = market.ofKey(key)?.asks.filter((shop) => inStock(shop, shop.remaining)) ?? [];
  const quantities = asks.map(({ item }) => item.quantity).sort((a, b) => a - b);
  return quantities[Math.floor(quantities.length / 2)] ?? 1;
}
