import type { ItemChoice } from '../item/item.ts';
import type { Market } from '../market.ts';
import type { Shop } from '../shops/shop.ts';
import { inStock, unitPriceOf } from '../shops/unit-price.ts';

/**
 * The shops that sell an item as the last list told them; a bare type means all its variants. `cheapest`: by the unit
 * price.
 */
export interface Sold {
  readonly shops: number;
  readonly cheapest: Shop;
}

/** null: no shop has it in stock. Filled containers count as shops of the container, and have no price for one. */
export function soldNow(market: Market, { type, key }: ItemChoice): Sold | null {
  const groups = key === undefined ? market.ofType(type) : [market.ofKey(key) ?? []].flat();
  let shops = 0;
  let cheapest: Shop | null = null;
  for (const { asks } of groups) {
    const able = countStocked(asks);
    shops += able;
    const first = asks.find(({ item }, at) => at < able && item.contents.length === 0);
    if (first && (cheapest === null || unitPriceOf(first) < unitPriceOf(cheapest))) cheapest = first;
  }
  return cheapest && { shops, cheapest };
}

/** Those in stock stand first. */
function countStocked(asks: readonly Shop[]): number {
  let [low, high] = [0, asks.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const shop = asks[middle];
    if (shop !== undefined && inStock(shop, shop.remaining)) low = middle + 1;
    else high = middle;
  }
  return low;
}
