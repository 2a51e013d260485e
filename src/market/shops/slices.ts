/** Shops between two yields; well under a millisecond of work. */
export const SLICE = 128;

/** Visits all entries and yields often. */
export function* eachInSlices<Entry>(entries: Iterable<Entry>, visit: (entry: Entry) => void): Generator<void, void> {
  let visited = 0;
  for (const entry of entries) {
    visit(entry);
    if (++visited % SLICE === 0) yield;
  }
}

/** Entries sorted without a yield. */
const SORTED_AT_ONCE = 512;

/** Sorts in place and stably. Yields often, so that a list of 100,000 entries does not block the event loop. */
export function* sortInSlices<T extends object | string>(
  list: T[],
  compare: (a: T, b: T) => number,
): Generator<void, void> {
  if (list.length <= SORTED_AT_ONCE) {
    list.sort(compare);
    return;
  }
  for (let from = 0; from < list.length; from += SORTED_AT_ONCE) {
    const part = list.slice(from, from + SORTED_AT_ONCE).sort(compare);
    for (const [offset, entry] of part.entries()) list[from + offset] = entry;
    yield;
  }
  for (let width = SORTED_AT_ONCE; width < list.length; width *= 2) {
    for (let from = 0; from < list.length; from += 2 * width) yield* merge(list, from, width, compare);
  }
}

/** Merges two adjacent sorted runs of `width` entries, the first at `from`. */
function* merge<T extends object | string>(
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
    if (at % SORTED_AT_ONCE === 0) yield;
  }
}
