import { eachInSlices } from '../shops/in-slices.ts';
import { sortInSlices } from '../shops/sort-in-slices.ts';

/** So many of the latest entries are looked at one by one, before they get an index. */
const MOST_LATEST = 128;
/** Each layer is at least so many times as long as the one after it, or is made one with it. */
const GROWTH = 4;

interface Layer<Entry, Index> {
  readonly entries: readonly Entry[];
  readonly index: Index;
}

/**
 * Entries with an index, which are added for ever: in a few layers with an index each, so that not all is made anew for some. It may
 * hold entries that are current no more, and one that was gone and came back in two layers.
 */
export class Layers<Entry extends object | string, Index> {
  readonly #order: (a: Entry, b: Entry) => number;
  readonly #indexOf: (sorted: readonly Entry[]) => Generator<void, Index>;
  /** The longest first. */
  #layers: readonly Layer<Entry, Index>[] = [];
  #latest: Entry[] = [];

  /** `indexOf`: makes the index of entries in their order. */
  constructor(order: (a: Entry, b: Entry) => number, indexOf: (sorted: readonly Entry[]) => Generator<void, Index>) {
    this.#order = order;
    this.#indexOf = indexOf;
  }

  /** A copy; what is added to either is not in the other. */
  next(): Layers<Entry, Index> {
    const next = new Layers(this.#order, this.#indexOf);
    next.#layers = this.#layers;
    next.#latest = this.#latest.slice();
    return next;
  }

  add(entry: Entry): void {
    this.#latest.push(entry);
  }

  /** Those that have no index yet. */
  get latest(): readonly Entry[] {
    return this.#latest;
  }

  get indexes(): readonly Index[] {
    return this.#layers.map(({ index }) => index);
  }

  /** Gives the latest entries an index, once they are many. Of those that get one, only the current are kept. */
  *settle(isCurrent: (entry: Entry) => boolean): Generator<void, void> {
    if (this.#latest.length <= MOST_LATEST) return;
    const entries = new Set(this.#latest);
    let kept = this.#layers.length;
    for (; (this.#layers[kept - 1]?.entries.length ?? Infinity) < GROWTH * entries.size; kept--) {
      yield* eachInSlices(this.#layers[kept - 1]?.entries ?? [], (entry) => entries.add(entry));
    }
    const current: Entry[] = [];
    yield* eachInSlices(entries, (entry) => {
      if (isCurrent(entry)) current.push(entry);
    });
    yield* sortInSlices(current, this.#order);
    const layer = { entries: current, index: yield* this.#indexOf(current) };
    this.#layers = [...this.#layers.slice(0, kept), layer];
    this.#latest = [];
  }
}
