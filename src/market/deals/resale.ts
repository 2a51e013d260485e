import type { Shop } from '../shops/shop.ts';

/** What is bought at an ask and carried to a bid. Items, and diamonds for all of them; what is left over stays in hand. */
export interface Resale {
  readonly bought: number;
  readonly paid: number;
  readonly sold: number;
  readonly received: number;
}

/** Beyond so many bundles fewer no better amount is looked for; bundles of the game's stacks need no more. */
const MOST_TRIED = 64;

/**
 * The amount that leaves the most, or null if none leaves anything. Both sides trade whole bundles, so that selling a bundle
 * fewer can be better than opening one more. `stock`: the ask's, in items. The bid's bounds nothing: how much its owner can
 * take or pay nobody tells.
 */
export function bestResale(ask: Shop, bid: Shop, stock: number): Resale | null {
  const buys = ask.item.quantity;
  const sells = bid.item.quantity;
  const most = Math.floor((Math.floor(stock / buys) * buys) / sells);
  let best: Resale | null = null;
  for (let bundles = most; bundles > Math.max(0, most - Math.min(buys, MOST_TRIED)); bundles--) {
    const opened = Math.ceil((bundles * sells) / buys);
    const resale = {
      bought: opened * buys,
      paid: opened * ask.price,
      sold: bundles * sells,
      received: bundles * bid.price,
    };
    if (profitOf(resale) > (best === null ? 0 : profitOf(best))) best = resale;
  }
  return best;
}

export function profitOf({ received, paid }: Resale): number {
  return received - paid;
}
