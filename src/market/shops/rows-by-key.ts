/** Rows between two yields; each takes some nanoseconds. */
const GROUPED_ROWS_PER_SLICE = 8_192;

/** Row numbers grouped by key. `ends`: for each key's number, the index after its last row. */
export interface SortedRows {
  readonly rows: Int32Array;
  readonly ends: Int32Array;
}

/** Sorts the rows of a table by key in linear time. Each key is numbered in the order of its first row. */
export class RowsByKey<Key> {
  readonly #numbers = new Map<Key, number>();
  /** The number of each row’s key. */
  readonly #numberOf: Int32Array;
  /** By number of a key, its count of rows. */
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
    // At first the index of each key's first row, and in the end the index after its last row.
    const ends = new Int32Array(this.#counts.length);
    for (let number = 1; number < ends.length; number += 1) {
      ends[number] = (ends[number - 1] ?? 0) + (this.#counts[number - 1] ?? 0);
    }
    for (let row = 0; row < rows.length; row += 1) {
      const number = this.#numberOf[row] ?? 0;
      const at = ends[number] ?? 0;
      rows[at] = row;
      ends[number] = at + 1;
      if (row % GROUPED_ROWS_PER_SLICE === 0) yield;
    }
    return { rows, ends };
  }
}

/** Returns the rows of one key by its number. */
export function rowsOfKey({ rows, ends }: SortedRows, number: number): Int32Array {
  return rows.subarray(ends[number - 1] ?? 0, ends[number]);
}
