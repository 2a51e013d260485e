import type { Identity, Item } from './item.ts';

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
