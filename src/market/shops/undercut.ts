import { countsForWorth } from '../item/item.ts';
import type { Market } from '../market.ts';
import type { Shop } from './shop.ts';
import { inStock, sells, unitPriceOf } from './unit-price.ts';

/** Returns whether another shop's price can be compared: not for filled boxes, damaged goods and unknown variants. */
export function isComparable({ item }: Shop): boolean {
  return item.identity.variant !== null && item.contents.length === 0 && countsForWorth(item);
}

/** Returns whether `rival` sells the same as `mine` for less, while both have it in stock. */
export function isUndercut(mine: Shop, rival: Shop, market: Pick<Market, 'remainingOf'>): boolean {
  return (
    mine.owner.uuid !== rival.owner.uuid &&
    mine.item.identity.key === rival.item.identity.key &&
    isComparable(mine) &&
    unitPriceOf(rival) < unitPriceOf(mine) &&
    sells(mine, market.remainingOf(mine).remaining)
  );
}

/**
 * Returns the shops of others that beat a shop for the same goods, best first: they sell for less, or pay more. They
 * have stock or room now, and so has the shop.
 */
export function rivalsOf(mine: Shop, market: Pick<Market, 'ofKey' | 'remainingOf'>): readonly Shop[] {
  const group = market.ofKey(mine.item.identity.key);
  if (group === undefined || mine.side === null || !isComparable(mine) || !trades(mine, market)) return [];
  const ours = unitPriceOf(mine);
  const isBetter = (price: number) => (mine.side === 'ask' ? price < ours : price > ours);
  const others = mine.side === 'ask' ? group.asks : group.bids;
  const rivals = others.filter(
    (rival) =>
      rival.owner.uuid !== mine.owner.uuid &&
      isBetter(unitPriceOf(rival)) &&
      isComparable(rival) &&
      trades(rival, market),
  );
  return rivals.sort((a, b) => (unitPriceOf(a) - unitPriceOf(b)) * (mine.side === 'ask' ? 1 : -1));
}

function trades(shop: Shop, market: Pick<Market, 'remainingOf'>): boolean {
  return inStock(shop, market.remainingOf(shop).remaining);
}
