/** Keeps the first `limit` entries of an order out of any number, in bounded memory. `compare` must leave no ties. */
export class BestOf<T extends object> {
  readonly #limit: number;
  readonly #compare: (a: T, b: T) => number;
  #kept: T[] = [];
  /** The last that would still be kept; undefined: all would. */
  #last: T | undefined;

  constructor(limit: number, compare: (a: T, b: T) => number) {
    this.#limit = limit;
    this.#compare = compare;
  }

  add(entry: T): void {
    if (this.#last !== undefined && this.#compare(entry, this.#last) >= 0) return;
    this.#kept.push(entry);
    if (this.#kept.length >= 2 * this.#limit + 64) this.#trim();
  }

  sorted(): T[] {
    this.#trim();
    return this.#kept;
  }

  #trim(): void {
    this.#kept.sort(this.#compare);
    this.#kept = this.#kept.slice(0, this.#limit);
    if (this.#kept.length === this.#limit) this.#last = this.#kept.at(-1);
  }
}
