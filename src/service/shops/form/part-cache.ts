import type { RecordHash } from '../records/record-hash.ts';

/** Of a place: both halves of a hash, side by side, for they are looked at together. */
const NUMBERS = 2;

/**
 * What was made of the parts that records share, by the hash of their bytes. Each may stand in one of two places: one that comes
 * anew takes the first, what stood there the second, and what stood there is forgotten.
 */
export class PartCache<Value> {
  readonly #mask: number;
  readonly #hashes: Int32Array;
  readonly #values: (Value | null)[];

  /** `size`: parts at most, a power of two. */
  constructor(size: number) {
    this.#mask = size - 2;
    this.#hashes = new Int32Array(NUMBERS * size);
    this.#values = Array.from({ length: size }, () => null);
  }

  /** null: it is not known. */
  get(hash: RecordHash): Value | null {
    const first = hash.low & this.#mask;
    const place = this.#isAt(first, hash) ? first : first + 1;
    return this.#isAt(place, hash) ? (this.#values[place] ?? null) : null;
  }

  set({ low, high }: RecordHash, value: Value): void {
    const first = low & this.#mask;
    const at = NUMBERS * first;
    this.#hashes.copyWithin(at + NUMBERS, at, at + NUMBERS);
    this.#values[first + 1] = this.#values[first] ?? null;
    this.#hashes[at] = low;
    this.#hashes[at + 1] = high;
    this.#values[first] = value;
  }

  #isAt(place: number, { low, high }: RecordHash): boolean {
    return this.#hashes[NUMBERS * place] === low && this.#hashes[NUMBERS * place + 1] === high;
  }
}
