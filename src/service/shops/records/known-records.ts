import type { Shop } from '../../../market/shops/shop.ts';
import type { RecordHash } from './record-hash.ts';

/** Numbers of a record. */
const NUMBERS = 3;

/** What the records of a snapshot are known by, and the shops that were made of them; in the service's order. */
export class KnownRecords {
  readonly shops: readonly Shop[];
  /** Of each shop's record both halves of the hash and the length in bytes, one after the other. */
  readonly numbers: Int32Array;

  constructor(shops: readonly Shop[], numbers: Int32Array) {
    this.shops = shops;
    this.numbers = numbers;
  }

  /** Bytes of the record at `index`; 0: there is none. */
  lengthAt(index: number): number {
    return this.numbers[index * NUMBERS + 2] ?? 0;
  }

  /** The lower half of its hash. */
  lowAt(index: number): number {
    return this.numbers[index * NUMBERS] ?? 0;
  }

  /** The record at `index` has this hash and length. */
  isAt(index: number, { low, high }: RecordHash, length: number): boolean {
    const at = index * NUMBERS;
    return this.numbers[at] === low && this.numbers[at + 1] === high && this.numbers[at + 2] === length;
  }
}

/** The records of the snapshot that is read just now, in their order. */
export class RecordList {
  readonly shops: Shop[] = [];
  #numbers = new Int32Array(NUMBERS * 4_096);

  add(shop: Shop, { low, high }: RecordHash, length: number): void {
    const at = (this.shops.push(shop) - 1) * NUMBERS;
    if (at === this.#numbers.length) {
      const more = new Int32Array(2 * at);
      more.set(this.#numbers);
      this.#numbers = more;
    }
    this.#numbers[at] = low;
    this.#numbers[at + 1] = high;
    this.#numbers[at + 2] = length;
  }

  /** All of them, for the next snapshot to be compared with. */
  toKnown(): KnownRecords {
    return new KnownRecords(this.shops, this.#numbers.slice(0, this.shops.length * NUMBERS));
  }
}
