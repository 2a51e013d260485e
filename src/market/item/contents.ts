import { countsForWorth, type Identity, type Item } from './item.ts';

/** What stands in a container at any depth, outer before inner, without the container itself. */
export function contentsOf({ contents }: Item): readonly Item[] {
  // What is in a box seldom holds anything itself.
  return contents.some(isFilled) ? contents.flatMap((item) => [item, ...contentsOf(item)]) : contents;
}

function isFilled({ contents }: Item): boolean {
  return contents.length > 0;
}

/** How many of the items asked for one container holds, boxes within it counted through, whatever else is in it. */
export function countHeld({ contents }: Item, isAsked: (identity: Identity) => boolean): number {
  let count = 0;
  for (const item of contents) count += item.quantity * (isAsked(item.identity) ? 1 : countHeld(item, isAsked));
  return count;
}

/**
 * How many items of the identity one container holds, if it holds nothing else: boxes within it count through. null: it
 * is mixed, so that no price per contained item can be told. Two unknown variants need not be one item: null too.
 */
export function countWithin({ contents }: Item, { key, variant }: Identity): number | null {
  return variant === null ? null : countOf(contents, key);
}

/** null: something else is among them. Nothing but the item is 0. */
function countOf(contents: readonly Item[], key: string): number | null {
  let count = 0;
  for (const { identity, quantity, contents: inner } of contents) {
    const each = identity.key === key ? 1 : inner.length === 0 ? null : countOf(inner, key);
    if (each === null) return null;
    count += quantity * each;
  }
  return count;
}

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
