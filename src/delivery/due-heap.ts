/** A value, and when it is due; ms of any clock. */
interface Entry<T> {
  readonly at: number;
  readonly value: T;
}

/** What is due at some time, the earliest first: a binary heap. */
export class DueHeap<T> {
  readonly #entries: Entry<T>[] = [];

  first(): Entry<T> | undefined {
    return this.#entries[0];
  }

  add(at: number, value: T): void {
    const entries = this.#entries;
    let place = entries.length;
    while (place > 0) {
      const parent = (place - 1) >> 1;
      const above = entries[parent];
      if (above === undefined || above.at <= at) break;
      entries[place] = above;
      place = parent;
    }
    entries[place] = { at, value };
  }

  removeFirst(): void {
    const entries = this.#entries;
    const last = entries.pop();
    if (last === undefined || entries.length === 0) return;
    let place = 0;
    for (;;) {
      const child = this.#earlierChild(place);
      const below = entries[child];
      if (below === undefined || below.at >= last.at) break;
      entries[place] = below;
      place = child;
    }
    entries[place] = last;
  }

  #earlierChild(place: number): number {
    const [left, right] = [2 * place + 1, 2 * place + 2];
    const [a, b] = [this.#entries[left], this.#entries[right]];
    return a !== undefined && b !== undefined && b.at < a.at ? right : left;
  }
}
