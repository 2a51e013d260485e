/** Rows between two yields: each takes some nanoseconds. */
const ROWS_A_SLICE = 8_192;

/** Row numbers, those of one key after those of another. `ends`: by the key's number, the place after its last row. */
export interface SortedRows {
  readonly rows: Int32Array;
  readonly ends: Int32Array;
}

/** Sorts the rows of a table by a key, in linear time: each key gets a number, in the order in which keys first come. */
export class RowsByKey<Key> {
  readonly #numbers = new Map<Key, number>();
  /** By row. */
  readonly #numberOf: Int32Array;
  /** By number. */
  readonly #counts: number[] = [];

  constructor(rows: number) {
    this.#numberOf = new Int32Array(rows);
  }

  /** The keys, in the order of their numbers. */
  get keys(): Iterable<Key> {
    return this.#numbers.keys();
  }

  /** @returns whether the key is new */
  put(row: number, key: Key): boolean {
    const known = this.#numbers.get(key);
    const number = known ?? this.#numbers.size;
    if (known === undefined) this.#numbers.set(key, number);
    this.#counts[number] = (this.#counts[number] ?? 0) + 1;
    this.#numberOf[row] = number;
    return known === undefined;
  }

  *sorted(): Generator<void, SortedRows> {
    const rows = new Int32Array(this.#numberOf.length);
    // Begins as the start of each key's rows, and is their end when all are in.
    const ends = new Int32Array(this.#counts.length);
    for (let number = 1; number < ends.length; number += 1) {
      ends[number] = (ends[number - 1] ?? 0) + (this.#counts[number - 1] ?? 0);
    }
    for (let row = 0; row < rows.length; row += 1) {
      const number = this.#numberOf[row] ?? 0;
      const at = ends[number] ?? 0;
      rows[at] = row;
      ends[number] = at + 1;
      if (row % ROWS_A_SLICE === 0) yield;
    }
    return { rows, ends };
  }
}

/** The rows of one key, by its number. */
export function rowsOf({ rows, ends }: SortedRows, number: number): Int32Array {
  return rows.subarray(ends[number - 1] ?? 0, ends[number]);
}
