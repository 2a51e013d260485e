import type { RecordHash } from './record-hash.ts';

const WORDS_PER_HASH = 4;

/**
 * Caches values of parts that many records share, by the hash of the parts' bytes. Each has two possible cells: a new
 * one takes the first, the one there moves to the second, and the one there is dropped.
 */
export class PartCache<Value> {
  readonly #mask: number;
  readonly #hashes: Int32Array;
  readonly #values: (Value | null)[];

  /** @param size maximum number of parts, a power of two */
  constructor(size: number) {
    this.#mask = size - 2;
    this.#hashes = new Int32Array(WORDS_PER_HASH * size);
    this.#values = Array.from({ length: size }, () => null);
  }

  /** @returns null if the part is not cached */
  get(hash: RecordHash): Value | null {
    const first = hash.a & this.#mask;
    const cell = this.#isAt(first, hash) ? first : first + 1;
    return this.#isAt(cell, hash) ? (this.#values[cell] ?? null) : null;
  }

  set({ a, b, c, d }: RecordHash, value: Value): void {
    const first = a & this.#mask;
    const at = WORDS_PER_HASH * first;
    this.#hashes.copyWithin(at + WORDS_PER_HASH, at, at + WORDS_PER_HASH);
    this.#values[first + 1] = this.#values[first] ?? null;
    this.#hashes[at] = a;
    this.#hashes[at + 1] = b;
    this.#hashes[at + 2] = c;
    this.#hashes[at + 3] = d;
    this.#values[first] = value;
  }

  #isAt(cell: number, { a, b, c, d }: RecordHash): boolean {
    const hashes = this.#hashes;
    const at = WORDS_PER_HASH * cell;
    return hashes[at] === a && hashes[at + 1] === b && hashes[at + 2] === c && hashes[at + 3] === d;
  }
}
