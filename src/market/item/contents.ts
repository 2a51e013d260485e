import { countsForWorth, type Identity, type Item } from './item.ts';

/** Returns the items in a container at any depth, outer before inner, without the container itself. */
export function contentsOf({ contents }: Item): readonly Item[] {
  // Items in a container rarely hold anything themselves.
  return contents.some(isFilled) ? contents.flatMap((item) => [item, ...contentsOf(item)]) : contents;
}

function isFilled({ contents }: Item): boolean {
  return contents.length > 0;
}

/** Counts the matching items in one container, nested containers included, and ignores all other contents. */
export function countMatchingContents({ contents }: Item, isAsked: (identity: Identity) => boolean): number {
  let count = 0;
  for (const item of contents)
    count += item.quantity * (isAsked(item.identity) ? 1 : countMatchingContents(item, isAsked));
  return count;
}

/**
 * Counts the items of an identity in one container that holds nothing else, nested containers included. A mixed
 * container has no price per item, and two unknown variants may be different items.
 * @returns the count, or null if the container holds other items or the variant is unknown
 */
export function countUniformContents({ contents }: Item, { key, variant }: Identity): number | null {
  return variant === null ? null : countOf(contents, key);
}

/** @returns the count, 0 without contents, or null if other items are among them */
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
 * The only kind of item in a container, with its count. `isSound`: none of them is damaged or signed, so a worth
 * applies.
 */
export interface SoleContent {
  readonly identity: Identity;
  readonly count: number;
  readonly isSound: boolean;
}

/**
 * Finds the only kind of item in a container, nested containers included. Unlike `countUniformContents`, it has no
 * requested item, so a filled box never counts as the item itself.
 * @returns the content, or null if the container is empty, mixed or holds an unknown variant
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
