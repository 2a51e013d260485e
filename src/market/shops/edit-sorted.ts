/**
 * A sorted list without those of `gone`, which must stand in it, and with those of `come`, both in its order; the list itself stays as it is. The
 * cost is a copy of the list and a few comparisons for each change. `compare` must tell any two entries apart.
 */
export function editSorted<Entry extends object>(
  list: readonly Entry[],
  gone: readonly Entry[],
  come: readonly Entry[],
  compare: (a: Entry, b: Entry) => number,
): readonly Entry[] {
  if (gone.length + come.length === 0) return list;
  if (list.length === 0) return come;
  const edited = new Array<Entry>(list.length - gone.length + come.length);
  let [from, length, g, c] = [0, 0, 0, 0];
  for (;;) {
    const [out, into] = [gone[g], come[c]];
    const isOut = out !== undefined && (into === undefined || compare(out, into) <= 0);
    const change = isOut ? out : into;
    const to = change === undefined ? list.length : placeIn(list, from, change, compare);
    while (from < to) edited[length++] = list[from++] as Entry;
    if (change === undefined) return edited;
    if (isOut) [from, g] = [from + 1, g + 1];
    else [edited[length++], c] = [change, c + 1];
  }
}

/** Where in the list, from there on, the entry stands or would stand. */
function placeIn<Entry extends object>(
  list: readonly Entry[],
  from: number,
  entry: Entry,
  compare: (a: Entry, b: Entry) => number,
): number {
  let [low, high] = [from, list.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const there = list[middle];
    if (there !== undefined && compare(there, entry) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}
