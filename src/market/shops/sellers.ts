import { contentsOf } from '../item/contents.ts';
import type { ItemChoice } from '../item/item.ts';
import type { ItemGroups } from './item-groups.ts';
import type { Shop } from './shop.ts';
import { sells } from './unit-price.ts';

/** Groups between two yields. */
const SLICE = 64;

/**
 * Counts the shops that sell each type and each variant, as `/shop` counts them: asks in stock, containers that hold
 * the item too, each shop once. The stock is that of the snapshot.
 */
export class Sellers {
  readonly #byType = new Map<string, number>();
  readonly #byKey = new Map<string, number>();

  static *of(groups: ItemGroups): Generator<void, Sellers> {
    const sellers = new Sellers();
    let visited = 0;
    for (const { identity, bareSellers, filled } of groups.all()) {
      if (bareSellers > 0) {
        add(sellers.#byType, identity.type, bareSellers);
        add(sellers.#byKey, identity.key, bareSellers);
      }
      for (const shop of filled) if (sells(shop)) sellers.#addContainer(shop);
      visited += filled.length + 1;
      if (visited < SLICE) continue;
      visited = 0;
      yield;
    }
    return sellers;
  }

  of({ type, key }: ItemChoice): number {
    return (key === undefined ? this.#byType.get(type) : this.#byKey.get(key)) ?? 0;
  }

  #addContainer(shop: Shop): void {
    for (const type of soldTypes(shop)) add(this.#byType, type, 1);
    for (const key of soldKeys(shop)) add(this.#byKey, key, 1);
  }
}

function add(counts: Map<string, number>, name: string, more: number): void {
  counts.set(name, (counts.get(name) ?? 0) + more);
}

/** The types that a shop sells, in containers too, each once. */
export function soldTypes({ item }: Shop): Iterable<string> {
  const { type } = item.identity;
  return item.contents.length === 0
    ? [type]
    : new Set([type, ...contentsOf(item).map(({ identity }) => identity.type)]);
}

/** The keys of the identities that a shop sells, in containers too, each once. */
export function soldKeys({ item }: Shop): Iterable<string> {
  const { key } = item.identity;
  return item.contents.length === 0 ? [key] : new Set([key, ...contentsOf(item).map(({ identity }) => identity.key)]);
}
