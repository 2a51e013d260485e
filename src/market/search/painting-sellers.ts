import type { Market, Stock } from '../market.ts';
import type { Shop } from '../shops/shop.ts';
import { inStock } from '../shops/unit-price.ts';

/**
 * A shop that sells paintings one asked for, as its item or in a container, or that is of a kind nobody knows. `canvases`:
 * the ids of those that it has, one at least.
 */
export interface PaintingSeller extends Stock {
  readonly canvases: readonly string[];
  readonly shop: Shop;
}

/** The shops that sell any of these paintings, each once, however many of them its container holds. */
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

/** Whether one can buy there now, as far as anybody knows. */
export function sellsNow({ shop, remaining }: PaintingSeller): boolean {
  return shop.side === 'ask' && inStock(shop, remaining);
}
