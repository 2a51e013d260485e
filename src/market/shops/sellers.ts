import { contentsOf } from '../item/contents.ts';
import type { Identity, ItemChoice } from '../item/item.ts';
import type { Shop } from './shop.ts';

/** Number of shops of an item, with the shop counted last. */
interface Count {
  shops: number;
  last: Shop | null;
}

/**
 * Counts the shops that sell each type and each variant, like `/shop`: asks in stock and containers of the item, each
 * shop once. It uses the stock of the snapshot.
 */
export class Sellers {
  readonly #byType = new Map<string, Count>();
  readonly #byKey = new Map<string, Count>();

  /** Adds a number of shops that sell the item without contents. */
  addBare({ type, key }: Identity, shops: number): void {
    countIn(this.#byType, type).shops += shops;
    countIn(this.#byKey, key).shops += shops;
  }

  /** Adds a container. Its stacks must come in a row, so that it counts once. */
  add({ type, key }: Identity, shop: Shop): void {
    addOnce(countIn(this.#byType, type), shop);
    addOnce(countIn(this.#byKey, key), shop);
  }

  of({ type, key }: ItemChoice): number {
    return (key === undefined ? this.#byType.get(type) : this.#byKey.get(key))?.shops ?? 0;
  }
}

function countIn(counts: Map<string, Count>, name: string): Count {
  const known = counts.get(name);
  if (known !== undefined) return known;
  const count = { shops: 0, last: null };
  counts.set(name, count);
  return count;
}

function addOnce(count: Count, shop: Shop): void {
  if (count.last === shop) return;
  count.shops += 1;
  count.last = shop;
}

/** Returns the types that a shop sells, contents included, each once. */
export function soldTypes({ item }: Shop): Iterable<string> {
  const { type } = item.identity;
  return item.contents.length === 0
    ? [type]
    : new Set([type, ...contentsOf(item).map(({ identity }) => identity.type)]);
}

/** Returns the keys of the identities that a shop sells, contents included, each once. */
export function soldKeys({ item }: Shop): Iterable<string> {
  const { key } = item.identity;
  return item.contents.length === 0 ? [key] : new Set([key, ...contentsOf(item).map(({ identity }) => identity.key)]);
}
