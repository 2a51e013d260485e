import { unknownVariant } from '../item/identity.ts';
import type { Item } from '../item/item.ts';
import type { Shop } from './shop.ts';

/**
 * Fills unknown variants and contents from the previous snapshot, since the service may omit both for shops out of
 * stock. Each snapshot is filled from the one before, so known facts persist.
 */
export function fillUnknowns(shop: Shop, before: Shop | undefined): Shop {
  if (before === undefined) return shop;
  const item = fillItem(shop.item, before.item);
  return item === shop.item ? shop : { ...shop, item };
}

function fillItem(item: Item, before: Item): Item {
  if (item.identity.type !== before.identity.type) return item;
  const isUnknown = item.identity.variant === null;
  const lacksContents = isUnknown && item.contents.length === 0;
  const contents = lacksContents ? before.contents : fillContents(item.contents, before.contents);
  if (isUnknown) {
    const { identity, condition } = before;
    return { ...item, identity, contents, ...(condition && { condition }) };
  }
  return contents === item.contents ? item : { ...item, contents };
}

/** Fills slot by slot, if the container has as many stacks as before. */
function fillContents(contents: readonly Item[], before: readonly Item[]): readonly Item[] {
  if (contents.length === 0 || contents.length !== before.length) return contents;
  const filled = contents.map((item, slot) => fillItem(item, before[slot] ?? item));
  return filled.some((item, slot) => item !== contents[slot]) ? filled : contents;
}

// A Crier before 0.4.0 distinguished fewer kinds of items, and its saved snapshots hold the items as it read them. An
// item that only reads differently now must not count as a change of its shop.

/**
 * Prepares a shop that an earlier Crier read for the comparison with the shop as it is read now. The earlier shop gets
 * the new item if the earlier Crier would have read both alike.
 */
export function asReadNow(before: Shop, now: Shop): Shop {
  if (!wasReadAlike(before.item, now.item)) return before;
  return { ...before, item: { ...now.item, quantity: before.item.quantity } };
}

/**
 * Marks the item of a shop that an earlier Crier read as unknown except for its type. A later comparison completes it.
 */
export function withUnknownItem(shop: Shop): Shop {
  const { item } = shop;
  return { ...shop, item: { ...item, identity: unknownVariant(item.identity.type), contents: [] } };
}

/** Whether an earlier Crier read both items alike. An unknown variant matches any. */
function wasReadAlike(before: Item, now: Item): boolean {
  const { identity: then } = before;
  const { identity } = now;
  if (then.type !== identity.type) return false;
  if (then.variant === null || identity.variant === null) return true;
  if (then.key !== identity.key && then.key !== identity.formerKey) return false;
  return (
    before.contents.length === now.contents.length &&
    now.contents.every((held, slot) => {
      const heldBefore = before.contents[slot];
      return heldBefore !== undefined && heldBefore.quantity === held.quantity && wasReadAlike(heldBefore, held);
    })
  );
}
