import type { Location, Shop } from './shop.ts';

/** No place in the list. */
const NONE = -1;

/**
 * The shops of each place: a hash table of two plain arrays of numbers. A Map of a hundred thousand keys and lists was the
 * dearest part of the index, in time and in memory.
 */
export class ShopsByPlace {
  readonly #shops: readonly Shop[];
  /** By bucket: where in the list its last shop stands. */
  readonly #last: Int32Array;
  /** By shop: where the one before it in its bucket stands. */
  readonly #before: Int32Array;

  /** `shops`: the list that `add` speaks of; it will hold `size` at most. */
  constructor(shops: readonly Shop[], size: number) {
    this.#shops = shops;
    this.#last = new Int32Array(2 ** Math.ceil(Math.log2(size + 1))).fill(NONE);
    this.#before = new Int32Array(size);
  }

  /** Takes in the shop that stands at `index` of the list. */
  add({ location }: Shop, index: number): void {
    const bucket = this.#bucketOf(location);
    this.#before[index] = this.#last[bucket] ?? NONE;
    this.#last[bucket] = index;
  }

  /** In the order of the list. */
  at(location: Location): readonly Shop[] {
    const found: Shop[] = [];
    let index = this.#last[this.#bucketOf(location)] ?? NONE;
    while (index !== NONE) {
      const shop = this.#shops[index];
      if (shop && isSamePlace(shop.location, location)) found.push(shop);
      index = this.#before[index] ?? NONE;
    }
    return found.reverse();
  }

  #bucketOf({ x, y, z }: Location): number {
    const mixed = Math.imul(x, 0x9e3779b1) ^ Math.imul(z, 0x85ebca6b) ^ Math.imul(y, 0xc2b2ae35);
    return (mixed ^ (mixed >>> 15)) & (this.#last.length - 1);
  }
}

function isSamePlace(a: Location, b: Location): boolean {
  return a.x === b.x && a.y === b.y && a.z === b.z && a.world === b.world;
}
