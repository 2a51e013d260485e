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
