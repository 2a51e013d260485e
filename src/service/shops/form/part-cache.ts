import type { RecordHash } from '../records/record-hash.ts';

/**
 * What was made of the parts that records share, by the hash of their bytes. Each may stand in one of two places: one that comes
 * anew takes the first, what stood there the second, and what stood there is forgotten.
 */
export class PartCache<Value> {
  readonly #mask: number;
  readonly #lows: Int32Array;
  readonly #highs: Int32Array;
  readonly #values: (Value | null)[];

  /** `size`: parts at most, a power of two. */
  constructor(size: number) {
    this.#mask = size - 2;
    this.#lows = new Int32Array(size);
    this.#highs = new Int32Array(size);
    this.#values = Array.from({ length: size }, () => null);
  }

  /** null: it is not known. */
  get({ low, high }: RecordHash): Value | null {
    const first = low & this.#mask;
    const place = this.#lows[first] === low && this.#highs[first] === high ? first : first + 1;
    return this.#lows[place] === low && this.#highs[place] === high ? (this.#values[place] ?? null) : null;
  }

  set({ low, high }: RecordHash, value: Value): void {
    const first = low & this.#mask;
    this.#put(first + 1, this.#lows[first] ?? 0, this.#highs[first] ?? 0, this.#values[first] ?? null);
    this.#put(first, low, high, value);
  }

  #put(place: number, low: number, high: number, value: Value | null): void {
    this.#lows[place] = low;
    this.#highs[place] = high;
    this.#values[place] = value;
  }
}
