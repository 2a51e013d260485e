import { contentsOf } from '../market/item/contents.ts';
import type { Item, ItemChoice } from '../market/item/item.ts';

/** The key under which the index keeps what asks for an item: one variant, or every variant of a type. */
export function choiceKey(choice: ItemChoice): string {
  return choice.key === undefined ? choice.type : `#${choice.key}`;
}

/** Every key that something asking for this item, or for what it contains, may stand under. */
export function keysWithin(item: Item): ReadonlySet<string> {
  const keys = new Set<string>();
  for (const { identity } of [item, ...contentsOf(item)]) keys.add(identity.type).add(`#${identity.key}`);
  return keys;
}
