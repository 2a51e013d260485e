import type { Location, Shop } from './shop.ts';
import { FREE_CELL, type ShopTable } from './shop-table.ts';

/**
 * The shops of each place: a hash table of row numbers without keys, since each shop knows its place. A Map of 100,000
 * keys was the most expensive part of the index, in time and in memory.
 */
export class ShopsByPlace {
  readonly #shops: ShopTable;
  /** Row numbers from 1, with open addressing. */
  readonly #cells: Int32Array;

  constructor(shops: ShopTable) {
    this.#shops = shops;
    this.#cells = new Int32Array(2 ** Math.ceil(Math.log2(1.5 * shops.length + 1)));
  }

  at(location: Location): readonly Shop[] {
    const found: Shop[] = [];
    const mask = this.#cells.length - 1;
    for (let cell = hashLocation(location) & mask; ; cell = (cell + 1) & mask) {
      const number = this.#cells[cell] ?? FREE_CELL;
      if (number === FREE_CELL) return found;
      const shop = this.#shops.at(number - 1);
      if (shop !== undefined && isSamePlace(shop.location, location)) found.push(shop);
    }
  }

  put(row: number, { location }: Shop): void {
    const mask = this.#cells.length - 1;
    let cell = hashLocation(location) & mask;
    while (this.#cells[cell] !== FREE_CELL) cell = (cell + 1) & mask;
    this.#cells[cell] = row + 1;
  }
}

function hashLocation({ x, y, z }: Location): number {
  const mixed = Math.imul(x, 0x9e3779b1) ^ Math.imul(z, 0x85ebca6b) ^ Math.imul(y, 0xc2b2ae35);
  const spread = Math.imul(mixed ^ (mixed >>> 15), 0x2c1b3c6d);
  return spread ^ (spread >>> 13);
}

export function isSamePlace(a: Location, b: Location): boolean {
  return a.x === b.x && a.y === b.y && a.z === b.z && a.world === b.world;
}

/** Returns a text that identifies the place. */
export function placeKey({ x, y, z, world }: Location): string {
  return `${x} ${y} ${z} ${world}`;
}
