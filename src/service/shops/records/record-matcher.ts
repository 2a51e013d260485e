import type { Shop } from '../../../market/shops/shop.ts';
import type { KnownRecords } from './known-records.ts';
import type { RecordHash } from './record-hash.ts';
import { RecordTable } from './record-table.ts';

/** How far ahead a record is looked for: where records stay in their order, and where some of them are gone. */
const NEAR = 4;
const FAR = 512;
/** Shops between two yields. */
const SLICE = 512;
/** Records in a row that stood nowhere near, before the order is held to have changed. */
const STRAYS = 16;

/**
 * Finds the records of a snapshot among those of the one before while they come: at the same place, else some places further on;
 * in a table of all only where their order has changed. A record that was there once is found once.
 */
export class RecordMatcher {
  readonly #before: KnownRecords;
  readonly #isFound: Uint8Array;
  /** Where the next one is looked for first. */
  #at = 0;
  #strays = 0;
  #table: RecordTable | null = null;

  constructor(before: KnownRecords) {
    this.#before = before;
    this.#isFound = new Uint8Array(before.shops.length);
  }

  /** The length in bytes of the next record if nothing has changed; 0: none would come. */
  get nextLength(): number {
    return this.#before.lengthAt(this.#at);
  }

  /** The shop of the record of this hash and length; null: there was none, or it was found already. */
  find(hash: RecordHash, length: number): Shop | null {
    const end = Math.min(this.#at + (this.#strays === 0 ? NEAR : FAR), this.#before.shops.length);
    for (let index = this.#at; index < end; index += 1) {
      if (this.#isHere(index, hash, length)) return this.#take(index);
    }
    const index = this.#table?.find(hash, (one) => this.#isHere(one, hash, length)) ?? -1;
    return index < 0 ? null : this.#take(index);
  }

  /** A record that was not found turned out to be this shop: where it stood before, the next is looked for behind it. */
  passed({ id }: Shop): void {
    const { shops } = this.#before;
    const end = Math.min(this.#at + NEAR, shops.length);
    for (let index = this.#at; index < end; index += 1) {
      if (shops[index]?.id !== id) continue;
      this.#at = index + 1;
      return;
    }
    this.#strays += 1;
    if (this.#strays === STRAYS) this.#table ??= new RecordTable(this.#before);
    this.#table?.grow();
  }

  /** The shops whose records did not come again, when all have come. */
  *gone(): Generator<void, readonly Shop[]> {
    const gone: Shop[] = [];
    for (let index = this.#isFound.indexOf(0); index >= 0; index = this.#isFound.indexOf(0, index + 1)) {
      const shop = this.#before.shops[index];
      if (shop !== undefined) gone.push(shop);
      if (gone.length % SLICE === 0) yield;
    }
    return gone;
  }

  #isHere(index: number, hash: RecordHash, length: number): boolean {
    return this.#before.isAt(index, hash, length) && this.#isFound[index] === 0;
  }

  #take(index: number): Shop | null {
    this.#isFound[index] = 1;
    this.#at = index + 1;
    this.#strays = 0;
    return this.#before.shops[index] ?? null;
  }
}
