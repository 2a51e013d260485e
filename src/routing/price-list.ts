import type { Watch } from './watch.ts';

/** Watches by the price that satisfies them, those of any price first, so that a unit price finds all it may satisfy in front. */
export class PriceList {
  readonly #direction: 1 | -1;
  #watches: Watch[] = [];
  #sorted = true;

  /** `direction` -1: watches that want a price or more, instead of a price or less. */
  constructor(direction: 1 | -1) {
    this.#direction = direction;
  }

  get size(): number {
    return this.#watches.length;
  }

  add(watch: Watch): void {
    this.#watches.push(watch);
    this.#sorted = false;
  }

  remove(watch: Watch): void {
    const at = this.#watches.indexOf(watch);
    if (at >= 0) this.#watches.splice(at, 1);
  }

  /** Those that `unitPrice` satisfies, and those of any price; null: a price that is not known yet, so all. Found by halving. */
  *reachedBy(unitPrice: number | null): Generator<Watch, void> {
    if (!this.#sorted) this.#watches.sort((a, b) => this.#reach(b) - this.#reach(a) || 0);
    this.#sorted = true;
    const needed = unitPrice === null ? Number.NEGATIVE_INFINITY : unitPrice * this.#direction;
    let end = 0;
    for (let above = this.#watches.length; end < above; ) {
      const middle = (end + above) >>> 1;
      const watch = this.#watches[middle];
      if (watch !== undefined && this.#reach(watch) >= needed) end = middle + 1;
      else above = middle;
    }
    for (let at = 0; at < end; at++) {
      const watch = this.#watches[at];
      if (watch !== undefined) yield watch;
    }
  }

  #reach({ price }: Watch): number {
    return price === null ? Number.POSITIVE_INFINITY : price * this.#direction;
  }
}
