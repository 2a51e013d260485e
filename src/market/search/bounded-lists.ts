/** Keeps the first `limit` entries of an order out of any number, in bounded memory. `compare` must never return 0. */
export class BestOf<T extends object> {
  readonly #limit: number;
  readonly #compare: (a: T, b: T) => number;
  #kept: T[] = [];
  #last: T | undefined;

  constructor(limit: number, compare: (a: T, b: T) => number) {
    this.#limit = limit;
    this.#compare = compare;
  }

  /** An upper bound: entries after it are not kept. Undefined as long as there is none. */
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

/** Keeps the first entries of an order, each once: lowest score first, then by `order`, which must never return 0. */
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

  /** Whether the list would keep the entry with this score. */
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
