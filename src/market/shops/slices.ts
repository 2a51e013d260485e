/** Shops between two yields; well under a millisecond of work. */
export const SHOPS_PER_SLICE = 128;

/** Visits all entries and yields often. */
export function* eachInSlices<Entry>(entries: Iterable<Entry>, visit: (entry: Entry) => void): Generator<void, void> {
  let visited = 0;
  for (const entry of entries) {
    visit(entry);
    if (++visited % SHOPS_PER_SLICE === 0) yield;
  }
}

/** Entries sorted without a yield. */
const ENTRIES_PER_SORT = 512;

/** Sorts in place and stably. Yields often, so that a list of 100,000 entries does not block the event loop. */
export function* sortInSlices<T extends object | string>(
  list: T[],
  compare: (a: T, b: T) => number,
): Generator<void, void> {
  if (list.length <= ENTRIES_PER_SORT) {
    list.sort(compare);
    return;
  }
  for (let from = 0; from < list.length; from += ENTRIES_PER_SORT) {
    const part = list.slice(from, from + ENTRIES_PER_SORT).sort(compare);
    for (const [offset, entry] of part.entries()) list[from + offset] = entry;
    yield;
  }
  for (let width = ENTRIES_PER_SORT; width < list.length; width *= 2) {
    for (let from = 0; from < list.length; from += 2 * width) yield* mergeRuns(list, from, width, compare);
  }
}

/** Merges two adjacent sorted runs of `width` entries, the first at `from`. */
function* mergeRuns<T extends object | string>(
  list: T[],
  from: number,
  width: number,
  compare: (a: T, b: T) => number,
): Generator<void, void> {
  const left = list.slice(from, from + width);
  const right = list.slice(from + width, from + 2 * width);
  let [l, r] = [0, 0];
  for (let at = from; at < from + left.length + right.length; at++) {
    const a = left[l];
    const b = right[r];
    const takeLeft = a !== undefined && (b === undefined || compare(a, b) <= 0);
    const next = takeLeft ? a : b;
    if (next === undefined) return;
    list[at] = next;
    if (takeLeft) l++;
    else r++;
    if (at % ENTRIES_PER_SORT === 0) yield;
  }
}
