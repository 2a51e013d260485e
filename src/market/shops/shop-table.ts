import type { Shop } from './shop.ts';

/** Marks an unused cell of a hash table whose cells hold row numbers from 1. */
export const FREE_CELL = 0;

/** All shops of a market, to iterate in no particular order. */
export interface Shops extends Iterable<Shop> {
  readonly length: number;
}

/**
 * The shops of a market in rows from 0, indexed by id. An open hash table of row numbers, because a Map of 100,000 ids
 * blocks the event loop for 10 ms whenever it grows.
 */
export class ShopTable implements Shops {
  readonly #rows: Shop[] = [];
  /** Row numbers from 1, with open addressing. */
  readonly #cells: Int32Array;

  /** @param most capacity in shops */
  constructor(most: number) {
    this.#cells = new Int32Array(2 ** Math.ceil(Math.log2(1.5 * most + 1)));
  }

  get length(): number {
    return this.#rows.length;
  }

  [Symbol.iterator](): Iterator<Shop> {
    return this.#rows.values();
  }

  at(row: number): Shop | undefined {
    return this.#rows[row];
  }

  get(id: number): Shop | undefined {
    return this.#rows[this.rowOf(id)];
  }

  has(id: number): boolean {
    return this.rowOf(id) >= 0;
  }

  /** @returns the row, or -1 if no shop has this id */
  rowOf(id: number): number {
    return (this.#cells[this.#cellOf(id)] ?? FREE_CELL) - 1;
  }

  /** @returns the row of the new shop, or -1 if its id is taken */
  add(shop: Shop): number {
    const cell = this.#cellOf(shop.id);
    if (this.#cells[cell] !== FREE_CELL) return -1;
    this.#cells[cell] = this.#rows.push(shop);
    return this.#rows.length - 1;
  }

  /** Replaces the shop with the same id, which must exist. */
  replace(shop: Shop): void {
    this.#rows[this.rowOf(shop.id)] = shop;
  }

  /** Returns the cell of this id, or the free cell for it. */
  #cellOf(id: number): number {
    const mask = this.#cells.length - 1;
    const mixed = Math.imul(id, 0x9e3779b1) ^ Math.imul(id / 2 ** 32, 0x85ebca6b);
    let cell = (mixed ^ (mixed >>> 15)) & mask;
    for (let row = this.#cells[cell] ?? FREE_CELL; row !== FREE_CELL; row = this.#cells[cell] ?? FREE_CELL) {
      if (this.#rows[row - 1]?.id === id) break;
      cell = (cell + 1) & mask;
    }
    return cell;
  }
}
