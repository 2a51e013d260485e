import type { Shop } from '../../market/shops/shop.ts';
import type { RecordHash } from './record-hash.ts';

/** Numbers stored for a record: four words of its hash, and its length in bytes. */
const NUMBERS_PER_RECORD = 5;
const LENGTH_INDEX = 4;
/** A flag in the number with the length. It says that the market's own shop replaces the one that was read. */
const REPLACED_BIT = 2 ** 30;
const LEAST_CAPACITY_RECORDS = 4_096;
/** Records between two yields, some 0.1 ms. */
const RECORDS_PER_SLICE = 1_024;
/** Limits the share of unused memory in a list. */
const MOST_UNUSED_SHARE = 0.125;

/** The valid records of a body of getAllShops, in their order: the shop of each, and the hash of its bytes. */
export class RecordList {
  readonly shops: Shop[] = [];
  #numbers: Int32Array;

  /** @param expected likely number of records */
  constructor(expected = 0) {
    this.#numbers = new Int32Array(NUMBERS_PER_RECORD * Math.max(LEAST_CAPACITY_RECORDS, expected));
  }

  /** @param isReplaced whether the shop is the market's own, which the bytes alone do not give */
  add(shop: Shop, hash: RecordHash, bytes: number, isReplaced = false): void {
    const at = (this.shops.push(shop) - 1) * NUMBERS_PER_RECORD;
    if (at === this.#numbers.length) {
      const more = new Int32Array(2 * at);
      more.set(this.#numbers);
      this.#numbers = more;
    }
    const numbers = this.#numbers;
    numbers[at] = hash.a;
    numbers[at + 1] = hash.b;
    numbers[at + 2] = hash.c;
    numbers[at + 3] = hash.d;
    numbers[at + LENGTH_INDEX] = isReplaced ? bytes | REPLACED_BIT : bytes;
  }

  /**
   * Builds the table by which the next body's records are found. The list takes no more records after that. Yields
   * often.
   */
  *toKnown(): Generator<void, KnownRecords> {
    const used = this.shops.length * NUMBERS_PER_RECORD;
    const isWasteful = used < this.#numbers.length * (1 - MOST_UNUSED_SHARE);
    const numbers = isWasteful ? this.#numbers.slice(0, used) : this.#numbers;
    const known = new KnownRecords(this.shops, numbers);
    for (let row = 0; row < this.shops.length; row += 1) {
      if (row % RECORDS_PER_SLICE === 0) yield;
      known.index(row);
    }
    return known;
  }
}

/**
 * The records of the last accepted body. A record whose bytes have the same hash has the same shop. Takes 20
 * bytes a record, and its share of an open-addressing table.
 */
export class KnownRecords {
  readonly #shops: Shop[];
  readonly #numbers: Int32Array;
  /** Rows from 1; 0 is a free cell. */
  readonly #cells: Int32Array;

  /** Finds a record only after it was indexed. */
  constructor(shops: Shop[], numbers: Int32Array) {
    this.#shops = shops;
    this.#numbers = numbers;
    this.#cells = new Int32Array(2 ** Math.ceil(Math.log2(2 * shops.length + 2)));
  }

  /** In the service's order. Also holds later replacements. */
  get shops(): readonly Shop[] {
    return this.#shops;
  }

  /** @returns the length in bytes of the record at `row`, or 0 if there is none */
  lengthAt(row: number): number {
    return row < this.#shops.length ? (this.#numbers[row * NUMBERS_PER_RECORD + LENGTH_INDEX] ?? 0) & ~REPLACED_BIT : 0;
  }

  /** @returns whether the shop at `row` is the market's own, which the bytes of the record alone do not give */
  isReplaced(row: number): boolean {
    return ((this.#numbers[row * NUMBERS_PER_RECORD + LENGTH_INDEX] ?? 0) & REPLACED_BIT) !== 0;
  }

  /** Indexes a row, unless an earlier one has the same hash. A body of equal records takes no longer than another. */
  index(row: number): void {
    const at = row * NUMBERS_PER_RECORD;
    const numbers = this.#numbers;
    const cell = this.#cellOf(numbers[at] ?? 0, numbers[at + 1] ?? 0, numbers[at + 2] ?? 0, numbers[at + 3] ?? 0);
    if (this.#cells[cell] === 0) this.#cells[cell] = row + 1;
  }

  /** @returns a row with this hash, or -1 if there is none. The row `likely` is checked before the table. */
  find({ a, b, c, d }: RecordHash, likely: number): number {
    if (this.#isAt(likely, a, b, c, d)) return likely;
    return (this.#cells[this.#cellOf(a, b, c, d)] ?? 0) - 1;
  }

  /** Replaces the shop that was read at `row` with the market's own. The same bytes give it from then on. */
  replace(row: number, shop: Shop): void {
    if (row >= this.#shops.length || this.#shops[row] === shop) return;
    this.#shops[row] = shop;
    const at = row * NUMBERS_PER_RECORD + LENGTH_INDEX;
    this.#numbers[at] = (this.#numbers[at] ?? 0) | REPLACED_BIT;
  }

  /** Returns the cell of the row with this hash, or the free one for it. */
  #cellOf(a: number, b: number, c: number, d: number): number {
    const mask = this.#cells.length - 1;
    let cell = a & mask;
    for (
      let row = this.#cells[cell] ?? 0;
      row !== 0 && !this.#isAt(row - 1, a, b, c, d);
      row = this.#cells[cell] ?? 0
    ) {
      cell = (cell + 1) & mask;
    }
    return cell;
  }

  #isAt(row: number, a: number, b: number, c: number, d: number): boolean {
    if (row >= this.#shops.length) return false;
    const numbers = this.#numbers;
    const at = row * NUMBERS_PER_RECORD;
    return numbers[at] === a && numbers[at + 1] === b && numbers[at + 2] === c && numbers[at + 3] === d;
  }
}
