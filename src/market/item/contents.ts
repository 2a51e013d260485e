import type { Identity, Item } from './item.ts';

/** What stands in a container at any depth, outer before inner, without the container itself. */
export function* contentsOf(container: Item): Generator<Item, void> {
  if (container.contents.length === 0) return;
  const waiting = container.contents.toReversed();
  for (let item = waiting.pop(); item !== undefined; item = waiting.pop()) {
    yield item;
    for (const inner of item.contents.toReversed()) waiting.push(inner);
  }
}

/** How many of the items asked for one container holds, boxes within it counted through, whatever else is in it. */
export function countHeld(container: Item, isAsked: (identity: Identity) => boolean): number {
  const waiting = container.contents.map((item) => ({ item, times: 1 }));
  let count = 0;
  for (let slot = waiting.pop(); slot !== undefined; slot = waiting.pop()) {
    const held = slot.item.quantity * slot.times;
    if (isAsked(slot.item.identity)) count += held;
    else for (const item of slot.item.contents) waiting.push({ item, times: held });
  }
  return count;
}

/**
 * How many items of the identity one container holds, if it holds nothing else: boxes within it count through. null: it
 * is mixed, so that no price per contained item can be told. Two unknown variants need not be one item: null too.
 */
export function countWithin(container: Item, { key, variant }: Identity): number | null {
  if (variant === null) return null;
  const waiting = container.contents.map((item) => ({ item, times: 1 }));
  let count = 0;
  for (let slot = waiting.pop(); slot !== undefined; slot = waiting.pop()) {
    const held = slot.item.quantity * slot.times;
    if (slot.item.identity.key === key) count += held;
    else if (slot.item.contents.length === 0) return null;
    else for (const item of slot.item.contents) waiting.push({ item, times: held });
  }
  return count;
}
