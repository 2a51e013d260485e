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

/** The first few of an order, each once: by score, the least first, then by `order`, which leaves no ties. */
export class Shortlist<Entry> {
  readonly #limit: number;
  readonly #order: (a: Entry, b: Entry) => number;
  readonly #kept: { readonly entry: Entry; readonly score: number }[] = [];

  constructor(limit: number, order: (a: Entry, b: Entry) => number) {
    this.#limit = limit;
    this.#order = order;
  }

  get entries(): Entry[] {
    return this.#kept.map(({ entry }) => entry);
  }

  /** Whether it would be kept with such a score. */
  takes(entry: Entry, score: number): boolean {
    const last = this.#kept.at(-1);
    if (last === undefined || this.#kept.length < this.#limit) return this.#limit > 0;
    return score < last.score || (score === last.score && this.#order(entry, last.entry) < 0);
  }

  add(entry: Entry, score: number): void {
    if (!this.takes(entry, score)) return;
    const known = this.#kept.findIndex((kept) => kept.entry === entry);
    if (known >= 0 && (this.#kept[known]?.score ?? 0) <= score) return;
    if (known >= 0) this.#kept.splice(known, 1);
    const later = this.#kept.findIndex(
      (kept) => score < kept.score || (score === kept.score && this.#order(entry, kept.entry) < 0),
    );
    this.#kept.splice(later < 0 ? this.#kept.length : later, 0, { entry, score });
    if (this.#kept.length > this.#limit) this.#kept.pop();
  }
}
