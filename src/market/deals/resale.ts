import { type Shop, UNLIMITED } from '../shops/shop.ts';

/**
 * Items bought at an ask and sold at a bid, and diamonds for all of them. A rest that the bid does not take stays in
 * hand.
 */
export interface Resale {
  readonly bought: number;
  readonly paid: number;
  readonly sold: number;
  readonly received: number;
}

/** A full inventory: 36 slots of 64 items. Between two unlimited shops a player carries that once. */
const CARRIED = 36 * 64;
/** So many fewer bundles are tried at most; bundles of the game's stacks need no more. */
const MOST_TRIED = 64;

/**
 * Finds the amount that leaves the most, or null if none leaves anything. Both sides trade whole bundles, so that
 * selling a bundle fewer can be better than opening one more.
 * @param stock items left at the ask
 * @param room items that the bid still takes; between two unlimited shops one load is carried
 */
export function bestResale(ask: Shop, bid: Shop, stock: number, room: number): Resale | null {
  const buys = ask.item.quantity;
  const sells = bid.item.quantity;
  const most = Math.floor(Math.min(Math.floor(loadOf(stock, buys) / buys) * buys, loadOf(room, sells)) / sells);
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

function loadOf(remaining: number, bundle: number): number {
  return remaining === UNLIMITED ? Math.max(CARRIED, bundle) : remaining;
}

export function profitOf({ received, paid }: Resale): number {
  return received - paid;
}
