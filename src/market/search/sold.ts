import type { ItemChoice } from '../item/item.ts';
import type { Market } from '../market.ts';
import type { Shop } from '../shops/shop.ts';
import { inStock, unitPriceOf } from '../shops/unit-price.ts';

/**
 * The shops that sell an item now; a bare type means all its variants. `shops`: as many as `/shop` lists, containers of it included.
 * `cheapest`: the shop of the item itself with the lowest unit price, as `/price` shows it; null if containers alone hold the item.
 */
export interface Sold {
  readonly shops: number;
  readonly cheapest: Shop | null;
}

/** @returns null if no shop has the item in stock */
export function soldNow(market: Market, choice: ItemChoice): Sold | null {
  const shops = market.sellersOf(choice);
  if (shops === 0) return null;
  const { type, key } = choice;
  const groups = key === undefined ? market.ofType(type) : [market.ofKey(key) ?? []].flat();
  let cheapest: Shop | null = null;
  for (const { asks } of groups) {
    // Those that were in stock in the snapshot stand first, the cheapest before the others.
    const first = firstStocked(asks, market);
    if (first && (cheapest === null || unitPriceOf(first) < unitPriceOf(cheapest))) cheapest = first;
  }
  return { shops, cheapest };
}

/** The price of a filled container is that of its contents too. */
function firstStocked(asks: readonly Shop[], market: Market): Shop | null {
  for (const shop of asks) {
    if (!inStock(shop, shop.remaining)) return null;
    if (shop.item.contents.length === 0 && inStock(shop, market.remainingOf(shop).remaining)) return shop;
  }
  return null;
}
