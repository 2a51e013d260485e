import type { Watch } from './watch.ts';

/** Watches by falling price, those of any price first, so that a unit price finds all it may satisfy in front of the list. */
export class PriceList {
  #watches: Watch[] = [];
  #sorted = true;

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

  /** Those whose price is at least `unitPrice`, and those of any price. Found by halving. */
  *reachedBy(unitPrice: number): Generator<Watch, void> {
    if (!this.#sorted) this.#watches.sort((a, b) => priceOf(b) - priceOf(a) || 0);
    this.#sorted = true;
    let end = 0;
    for (let above = this.#watches.length; end < above; ) {
      const middle = (end + above) >>> 1;
      const watch = this.#watches[middle];
      if (watch !== undefined && priceOf(watch) >= unitPrice) end = middle + 1;
      else above = middle;
    }
    for (let at = 0; at < end; at++) {
      const watch = this.#watches[at];
      if (watch !== undefined) yield watch;
    }
  }
}

function priceOf(watch: Watch): number {
  return watch.price ?? Number.POSITIVE_INFINITY;
}
