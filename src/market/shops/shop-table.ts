import type { Shop } from './shop.ts';

const FREE = 0;

/** The shops of a market, to visit all of them; in no certain order. */
export interface Shops extends Iterable<Shop> {
  readonly length: number;
}

/**
 * The shops of a market in rows from 0, found by their ids. An open hash table of row numbers: a Map of a hundred
 * thousand ids stops everything for 10 ms whenever it grows.
 */
export class ShopTable implements Shops {
  readonly #rows: Shop[] = [];
  /** Row numbers from 1. */
  readonly #cells: Int32Array;

  /** @param most shops that it has room for */
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

  /** @returns -1 if there is no shop of this id */
  rowOf(id: number): number {
    return (this.#cells[this.#cellOf(id)] ?? FREE) - 1;
  }

  /** @returns the row of the new shop, or -1 if its id is taken */
  add(shop: Shop): number {
    const cell = this.#cellOf(shop.id);
    if (this.#cells[cell] !== FREE) return -1;
    this.#cells[cell] = this.#rows.push(shop);
    return this.#rows.length - 1;
  }

  /** Puts a shop in the place of the one of the same id, which must be there. */
  replace(shop: Shop): void {
    this.#rows[this.rowOf(shop.id)] = shop;
  }

  /** The cell of this id, or the free one where it would stand. */
  #cellOf(id: number): number {
    const mask = this.#cells.length - 1;
    const mixed = Math.imul(id, 0x9e3779b1) ^ Math.imul(id / 2 ** 32, 0x85ebca6b);
    let cell = (mixed ^ (mixed >>> 15)) & mask;
    for (let row = this.#cells[cell] ?? FREE; row !== FREE; row = this.#cells[cell] ?? FREE) {
      if (this.#rows[row - 1]?.id === id) break;
      cell = (cell + 1) & mask;
    }
    return cell;
  }
}
