import { Counts } from '../counts.ts';
import { contentsOf } from '../item/contents.ts';
import type { ItemChoice } from '../item/item.ts';
import type { Shop } from './shop.ts';
import { inStock } from './unit-price.ts';

/**
 * Counts the shops that sell each type and each variant, as `/shop` counts them: asks in stock, containers that hold the item too,
 * each shop once. The stock is that of the snapshot. `settle` ends what `add` began.
 */
export class Sellers {
  readonly #byType: Counts;
  readonly #byKey: Counts;

  constructor(byType = new Counts(), byKey = new Counts()) {
    this.#byType = byType;
    this.#byKey = byKey;
  }

  /** A copy; shops added to either are not counted in the other. */
  next(): Sellers {
    return new Sellers(this.#byType.next(), this.#byKey.next());
  }

  of({ type, key }: ItemChoice): number {
    return key === undefined ? this.#byType.of(type) : this.#byKey.of(key);
  }

  /** Counts a shop, or takes it out again if `times` is -1. */
  add(shop: Shop, times: 1 | -1): void {
    if (!sells(shop)) return;
    for (const type of soldTypes(shop)) this.#byType.add(type, times);
    for (const key of soldKeys(shop)) this.#byKey.add(key, times);
  }

  *settle(): Generator<void, void> {
    yield* this.#byType.settle();
    yield* this.#byKey.settle();
  }
}

/** Whether the shop sells at least one bundle now. */
export function sells(shop: Shop, remaining = shop.remaining): boolean {
  return shop.side === 'ask' && inStock(shop, remaining);
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
