import { unknownVariant } from '../item/identity.ts';
import type { Item } from '../item/item.ts';
import type { Shop } from './shop.ts';

// A saved snapshot of a Crier before 0.4.0 holds items as that one read them: its identities are coarser. A change in
// the reading alone is no news.

/** A shop of an earlier reading, to be compared with today's: with today's item if the earlier Crier saw no other. */
export function asReadNow(before: Shop, now: Shop): Shop {
  if (!wasTheSame(before.item, now.item)) return before;
  return { ...before, item: { ...now.item, quantity: before.item.quantity } };
}

/** A shop of an earlier reading that stays for a later comparison: all but its type counts as unknown. */
export function withUnknownItem(shop: Shop): Shop {
  const { item } = shop;
  return { ...shop, item: { ...item, identity: unknownVariant(item.identity.type), contents: [] } };
}

/** Whether an earlier Crier read the same of both. An unknown variant may be any. */
function wasTheSame(before: Item, now: Item): boolean {
  const { identity: then } = before;
  const { identity } = now;
  if (then.type !== identity.type) return false;
  if (then.variant === null || identity.variant === null) return true;
  if (then.key !== identity.key && then.key !== identity.formerKey) return false;
  return (
    before.contents.length === now.contents.length &&
    now.contents.every((held, slot) => {
      const heldBefore = before.contents[slot];
      return heldBefore !== undefined && heldBefore.quantity === held.quantity && wasTheSame(heldBefore, held);
    })
  );
}
