import type { Item } from '../item/item.ts';
import type { Shop } from './shop.ts';
import { isSamePlace } from './shops-by-place.ts';

/** Whether they say the same, as other objects perhaps. */
export function isSameShop(a: Shop, b: Shop): boolean {
  if (a === b) return true;
  return (
    a.id === b.id &&
    a.price === b.price &&
    a.remaining === b.remaining &&
    a.side === b.side &&
    a.kind === b.kind &&
    a.owner.name === b.owner.name &&
    a.owner.uuid === b.owner.uuid &&
    isSamePlace(a.location, b.location) &&
    isSameItem(a.item, b.item)
  );
}

function isSameItem(a: Item, b: Item): boolean {
  return (
    a.identity.key === b.identity.key &&
    a.name === b.name &&
    a.quantity === b.quantity &&
    a.contents.length === b.contents.length &&
    a.contents.every((held, slot) => isSameItem(held, b.contents[slot] ?? held))
  );
}
