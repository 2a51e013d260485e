import type { ItemChoice } from '../item/item.ts';
import type { Market, Stock } from '../market.ts';
import type { Shop } from '../shops/shop.ts';
import { inStock, unitPriceOf } from '../shops/unit-price.ts';
import { type Match, matchShop } from './match.ts';

/** The shops that sell an item now; a bare type means all its variants. */
export interface CurrentSellers {
  /** The number that `/shop` lists, containers included. */
  readonly shops: number;
  /**
   * The shop of the item itself with the lowest unit price, as in `/price`. If only containers hold the item, it is the
   * cheapest of these by unit price, or by the price of the container if all are mixed.
   */
  readonly cheapest: { readonly shop: Shop; readonly match: Match } | null;
}

/** @returns null if no shop has the item in stock */
export function findCurrentSellers(market: Market, choice: ItemChoice): CurrentSellers | null {
  const shops = market.sellersOf(choice);
  if (shops === 0) return null;
  const { type, key } = choice;
  const groups = key === undefined ? market.ofType(type) : [market.ofKey(key) ?? []].flat();
  let cheapest: Shop | null = null;
  for (const { asks } of groups) {
    // Shops in stock in the snapshot come first, sorted by price.
    const first = firstStocked(asks, market);
    if (first && (cheapest === null || unitPriceOf(first) < unitPriceOf(cheapest))) cheapest = first;
  }
  if (cheapest === null) return { shops, cheapest: cheapestContainer(market, choice) };
  return {
    shops,
    cheapest: { shop: cheapest, match: { unitPrice: unitPriceOf(cheapest), contained: null, held: null } },
  };
}

function cheapestContainer(market: Market, choice: ItemChoice): CurrentSellers['cheapest'] {
  let best: CurrentSellers['cheapest'] = null;
  for (const shop of market.containing(choice.type)) {
    const { remaining } = market.remainingOf(shop);
    if (shop.side !== 'ask' || !inStock(shop, remaining)) continue;
    const match = matchShop({ item: choice, containers: true }, shop, remaining);
    if (match?.contained && (best === null || isCheaper({ shop, match }, best))) best = { shop, match };
  }
  return best;
}

/** A container with a unit price comes before all mixed ones. */
function isCheaper(a: NonNullable<CurrentSellers['cheapest']>, b: NonNullable<CurrentSellers['cheapest']>): boolean {
  const [priceOfA, priceOfB] = [a.match.unitPrice, b.match.unitPrice];
  if (priceOfA !== null && priceOfB !== null) return priceOfA < priceOfB;
  return priceOfA === null && priceOfB === null ? unitPriceOf(a.shop) < unitPriceOf(b.shop) : priceOfA !== null;
}

/** Skips filled containers, whose price includes their contents. */
function firstStocked(asks: readonly Shop[], market: Market): Shop | null {
  for (const shop of asks) {
    if (!inStock(shop, shop.remaining)) return null;
    if (shop.item.contents.length === 0 && inStock(shop, market.remainingOf(shop).remaining)) return shop;
  }
  return null;
}

/**
 * A shop that sells requested paintings, as its item or in a container, or whose kind is unknown. `canvases`: their
 * ids, at least one.
 */
export interface PaintingSeller extends Stock {
  readonly canvases: readonly string[];
  readonly shop: Shop;
}

/** Returns the shops that sell any of these paintings, each once, however many of them its container holds. */
export function paintingSellers(market: Market, canvases: readonly string[]): readonly PaintingSeller[] {
  const found = canvases.flatMap((canvas) => market.shopsOfCanvas(canvas).map((shop) => ({ canvas, shop })));
  const byShop = Map.groupBy(
    found.filter(({ shop }) => shop.side !== 'bid'),
    ({ shop }) => shop,
  );
  return Array.from(byShop, ([shop, same]) => {
    return { canvases: same.map(({ canvas }) => canvas), shop, ...market.remainingOf(shop) };
  });
}

/** Whether the shop sells now, as far as Crier knows. */
export function sellsNow({ shop, remaining }: PaintingSeller): boolean {
  return shop.side === 'ask' && inStock(shop, remaining);
}
