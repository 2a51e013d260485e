import { isSameItem } from '../item/item.ts';
import type { Shop } from './shop.ts';
import { isSamePlace } from './shops-by-place.ts';

/** Whether two shops are equal, even if they are different objects. */
export function isSameShop(a: Shop, b: Shop): boolean {
  if (a === b) return true;
  return (
    a.id === b.id &&
    a.price === b.price &&
    a.remaining === b.remaining &&
    a.side === b.side &&
    a.kind === b.kind &&
    a.awaitsFirstStock === b.awaitsFirstStock &&
    a.owner.name === b.owner.name &&
    a.owner.uuid === b.owner.uuid &&
    isSamePlace(a.location, b.location) &&
    isSameItem(a.item, b.item)
  );
}
