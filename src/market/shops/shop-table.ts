import { CopyOnWriteArray } from '../copy-on-write-array.ts';
import type { Shop } from './shop.ts';
import { ShopColumns } from './shop-columns.ts';

/** Cells of the table for each shop, and how many of them may be taken. */
const CELLS = 1.5;
const FULL = 0.8;

/** The shops of a market, for whoever looks at all of them; in no certain order. */
export interface Shops extends Iterable<Shop> {
  readonly length: number;
}

/**
 * The shops of a market by their ids: an open hash table, that takes half the memory of a Map. A copy
 * shares what is equal with its original.
 */
export class ShopTable implements Shops {
  readonly #cells: CopyOnWriteArray<Shop>;
  /** Their rows are the cells of the table. */
  readonly columns: ShopColumns;
  readonly #cellCount: number;
  #length: number;

  /** `size`: shops that it has room for. */
  static for(size: number): ShopTable {
    const cellCount = Math.ceil(size * CELLS) + 64;
    return new ShopTable(new CopyOnWriteArray(cellCount), ShopColumns.for(cellCount), cellCount, 0);
  }

  private constructor(cells: CopyOnWriteArray<Shop>, columns: ShopColumns, cellCount: number, length: number) {
    this.#cells = cells;
    this.columns = columns;
    this.#cellCount = cellCount;
    this.#length = length;
  }

  next(): ShopTable {
    return new ShopTable(this.#cells.next(), this.columns.next(), this.#cellCount, this.#length);
  }

  get length(): number {
    return this.#length;
  }

  /** Whether so many shops fit in: the table does not grow. */
  hasRoomFor(shops: number): boolean {
    return shops <= this.#cellCount * FULL;
  }

  [Symbol.iterator](): Iterator<Shop> {
    return this.#cells.values();
  }

  get(id: number): Shop | undefined {
    return this.#cells.get(this.#cellOf(id));
  }

  /** The row of a shop that is there. */
  rowOf(id: number): number {
    return this.#cellOf(id);
  }

  /** The shop of a row. */
  at(row: number): Shop | undefined {
    return this.#cells.get(row);
  }

  has(id: number): boolean {
    return this.get(id) !== undefined;
  }

  /** Takes in a shop, if its id is new; tells whether it is. */
  add(shop: Shop): boolean {
    const cell = this.#cellOf(shop.id);
    if (this.#cells.get(cell) !== undefined) return false;
    this.#length++;
    this.#put(cell, shop);
    return true;
  }

  /** Puts a shop in the place of one of the same id, which must be there. */
  replace(shop: Shop): void {
    this.#put(this.#cellOf(shop.id), shop);
  }

  delete(id: number): void {
    let free = this.#cellOf(id);
    if (this.#cells.get(free) === undefined) return;
    this.#length--;
    // Those behind it that would stand further up if they could move there, so that nothing is looked for in vain.
    for (let cell = this.#after(free); ; cell = this.#after(cell)) {
      const shop = this.#cells.get(cell);
      if (shop === undefined) break;
      const home = this.#homeOf(shop.id);
      if (this.#distance(home, cell) < this.#distance(free, cell)) continue;
      this.#put(free, shop);
      free = cell;
    }
    this.#cells.delete(free);
    this.columns.delete(free);
  }

  #put(cell: number, shop: Shop): void {
    this.#cells.set(cell, shop);
    this.columns.set(cell, shop);
  }

  /** Where the shop of this id stands, or would stand. */
  #cellOf(id: number): number {
    let cell = this.#homeOf(id);
    for (let shop = this.#cells.get(cell); shop !== undefined && shop.id !== id; shop = this.#cells.get(cell)) {
      cell = this.#after(cell);
    }
    return cell;
  }

  #homeOf(id: number): number {
    const mixed = Math.imul(id, 0x9e3779b1) ^ Math.imul(id / 2 ** 32, 0x85ebca6b);
    return Math.floor(((mixed >>> 0) / 2 ** 32) * this.#cellCount);
  }

  #after(cell: number): number {
    return cell + 1 === this.#cellCount ? 0 : cell + 1;
  }

  #distance(from: number, to: number): number {
    return to >= from ? to - from : to - from + this.#cellCount;
  }
}
