import type { Condition, Identity, Item } from './item.ts';

/** Whether two items are the same in all that they are, contents included. */
export function isSameItem(one: Item, other: Item): boolean {
  if (one === other) return true;
  if (one.quantity !== other.quantity || one.name !== other.name) return false;
  if (!isSameCondition(one.condition, other.condition)) return false;
  if (!isSameIdentity(one.identity, other.identity) || one.contents.length !== other.contents.length) return false;
  return one.contents.every((inner, slot) => {
    const same = other.contents[slot];
    return same !== undefined && isSameItem(inner, same);
  });
}

function isSameCondition(one: Condition | undefined, other: Condition | undefined): boolean {
  return one === other || (one?.damaged === other?.damaged && one?.signedBy === other?.signedBy);
}

/** Equal identities are mostly one object. */
function isSameIdentity(one: Identity, other: Identity): boolean {
  if (one === other) return true;
  if (one.key !== other.key || one.formerKey !== other.formerKey || one.type !== other.type) return false;
  return JSON.stringify(one.variant) === JSON.stringify(other.variant);
}
