import { CopyOnWriteArray } from '../copy-on-write-array.ts';
import { CopyOnWriteLists } from '../copy-on-write-lists.ts';
import type { Location } from './shop.ts';

/**
 * The ids of the shops that may stand at a place: a hash table whose keys nobody keeps, as the shops know their places. A Map of a
 * hundred thousand keys was the dearest part of the index, in time and in memory.
 */
export class ShopsByPlace {
  readonly #buckets: CopyOnWriteLists<number, number>;
  readonly #bucketCount: number;

  /** `size`: shops that it will hold, more or less. */
  static for(size: number): ShopsByPlace {
    return new ShopsByPlace(new CopyOnWriteLists(new CopyOnWriteArray(size + 1)), size + 1);
  }

  private constructor(buckets: CopyOnWriteLists<number, number>, bucketCount: number) {
    this.#buckets = buckets;
    this.#bucketCount = bucketCount;
  }

  next(): ShopsByPlace {
    return new ShopsByPlace(this.#buckets.next(), this.#bucketCount);
  }

  /** All that stand there are among them, and perhaps some that stand elsewhere. */
  near(location: Location): readonly number[] {
    return this.#buckets.at(this.#bucketOf(location));
  }

  add(location: Location, id: number): void {
    this.#buckets.add(this.#bucketOf(location), id);
  }

  remove(location: Location, id: number): void {
    this.#buckets.remove(this.#bucketOf(location), id);
  }

  settle(): Generator<void, void> {
    return this.#buckets.settle();
  }

  #bucketOf({ x, y, z }: Location): number {
    const mixed = Math.imul(x, 0x9e3779b1) ^ Math.imul(z, 0x85ebca6b) ^ Math.imul(y, 0xc2b2ae35);
    const spread = Math.imul(mixed ^ (mixed >>> 15), 0x2c1b3c6d);
    return Math.floor(((spread >>> 0) / 2 ** 32) * this.#bucketCount);
  }
}

export function isSamePlace(a: Location, b: Location): boolean {
  return a.x === b.x && a.y === b.y && a.z === b.z && a.world === b.world;
}

/** The same text for the same place. */
export function placeKey({ x, y, z, world }: Location): string {
  return `${x} ${y} ${z} ${world}`;
}
