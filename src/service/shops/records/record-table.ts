import type { KnownRecords } from './known-records.ts';
import type { RecordHash } from './record-hash.ts';

/** Records taken in at once: some 20 µs. */
const GROWTH = 2_048;

/** Records by their hash, open addressing. It is filled piece by piece, so that it holds nobody up: what it lacks yet is not found. */
export class RecordTable {
  readonly #records: KnownRecords;
  /** Indices from 1; 0: free. */
  readonly #cells: Int32Array;
  #size = 0;

  constructor(records: KnownRecords) {
    this.#records = records;
    this.#cells = new Int32Array(2 ** Math.ceil(Math.log2(2 * records.shops.length + 1)));
  }

  /** Takes in some more of the records. */
  grow(): void {
    const end = Math.min(this.#size + GROWTH, this.#records.shops.length);
    const mask = this.#cells.length - 1;
    for (; this.#size < end; this.#size += 1) {
      let cell = this.#records.lowAt(this.#size) & mask;
      while (this.#cells[cell] !== 0) cell = (cell + 1) & mask;
      this.#cells[cell] = this.#size + 1;
    }
  }

  /** The first index of those with such a hash that is the right one; -1: none. */
  find({ low }: RecordHash, isRight: (index: number) => boolean): number {
    const mask = this.#cells.length - 1;
    for (let cell = low & mask; this.#cells[cell] !== 0; cell = (cell + 1) & mask) {
      const index = (this.#cells[cell] ?? 0) - 1;
      if (isRight(index)) return index;
    }
    return -1;
  }
}
