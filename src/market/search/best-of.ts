/** Keeps the first `limit` entries of an order out of any number, in bounded memory. `compare` must leave no ties. */
export class BestOf<T extends object> {
  readonly #limit: number;
  readonly #compare: (a: T, b: T) => number;
  #kept: T[] = [];
  #last: T | undefined;

  constructor(limit: number, compare: (a: T, b: T) => number) {
    this.#limit = limit;
    this.#compare = compare;
  }

  /** What comes behind it is not kept; undefined: all is, as far as that is known. */
  get last(): T | undefined {
    return this.#last;
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
