/** Rows between two yields: each takes some nanoseconds. */
const ROWS_A_SLICE = 8_192;

/**
 * Sorts row numbers by the number that each row has.
 * @param counts how many rows have each number
 * @returns the rows, and by number the place after its last row
 */
export function* rowsByNumber(
  numberOf: Int32Array,
  counts: readonly number[],
): Generator<void, { readonly rows: Int32Array; readonly ends: Int32Array }> {
  const rows = new Int32Array(numberOf.length);
  // Begins as the start of each number's rows, and is their end when all are in.
  const ends = new Int32Array(counts.length);
  for (let number = 1; number < counts.length; number += 1) {
    ends[number] = (ends[number - 1] ?? 0) + (counts[number - 1] ?? 0);
  }
  for (let row = 0; row < numberOf.length; row += 1) {
    const number = numberOf[row] ?? 0;
    const at = ends[number] ?? 0;
    rows[at] = row;
    ends[number] = at + 1;
    if (row % ROWS_A_SLICE === 0) yield;
  }
  return { rows, ends };
}
