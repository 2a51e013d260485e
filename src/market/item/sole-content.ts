import { countsForWorth, type Identity, type Item } from './item.ts';

/**
 * The one kind of item in a container, and its count. `isSound`: none of them is damaged or signed, so that a worth
 * applies.
 */
export interface SoleContent {
  readonly identity: Identity;
  readonly count: number;
  readonly isSound: boolean;
}

/**
 * The one item that the container holds, boxes within it counted through; null: it is empty, mixed, or holds what nobody
 * knows for sure. Unlike in `countWithin` nobody asks for a certain item, so that a filled box is never the item itself.
 */
export function soleContent(container: Item): SoleContent | null {
  const waiting = container.contents.map((item) => ({ item, times: 1 }));
  let sole: Identity | null = null;
  let count = 0;
  let isSound = true;
  for (let slot = waiting.pop(); slot !== undefined; slot = waiting.pop()) {
    const { identity, quantity, contents }: Item = slot.item;
    const held = quantity * slot.times;
    for (const item of contents) waiting.push({ item, times: held });
    if (contents.length > 0) continue;
    if (identity.variant === null || (sole !== null && sole.key !== identity.key)) return null;
    sole = identity;
    count += held;
    isSound &&= countsForWorth(slot.item);
  }
  return sole && { identity: sole, count, isSound };
}
