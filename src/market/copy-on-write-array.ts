/** A power of two: small, so that a change copies little. */
const PAGE = 64;
const BITS = Math.log2(PAGE);

type Page<Value> = (Value | undefined)[];

/** What a page is before anything is written to it. */
const EMPTY: readonly undefined[] = Array.from({ length: PAGE }, () => undefined);

/**
 * Values by number, from 0 to a certain size, in pages. A copy shares all pages with its original; of a page that one of the two
 * writes to, it takes a copy for itself first. So neither a copy nor a write ever costs more than microseconds.
 */
export class CopyOnWriteArray<Value> {
  readonly #pages: (readonly (Value | undefined)[])[];
  /** By page: the same, where no other array has it. */
  readonly #own: (Page<Value> | null)[];

  constructor(size: number) {
    this.#pages = new Array(Math.ceil(size / PAGE)).fill(EMPTY);
    this.#own = new Array(this.#pages.length).fill(null);
  }

  /** An array of the same values; what is written to either is not seen in the other. */
  next(): CopyOnWriteArray<Value> {
    const next = new CopyOnWriteArray<Value>(this.#pages.length * PAGE);
    for (const [number, page] of this.#pages.entries()) next.#pages[number] = page;
    this.#own.fill(null);
    return next;
  }

  get(at: number): Value | undefined {
    return this.#pages[at >> BITS]?.[at & (PAGE - 1)];
  }

  set(at: number, value: Value): void {
    this.#ownPage(at >> BITS)[at & (PAGE - 1)] = value;
  }

  delete(at: number): void {
    this.#ownPage(at >> BITS)[at & (PAGE - 1)] = undefined;
  }

  /** The numbers that have a value. */
  *keys(): Generator<number, void> {
    for (const [number, page] of this.#pages.entries()) {
      for (const [at, value] of page.entries()) if (value !== undefined) yield number * PAGE + at;
    }
  }

  *values(): Generator<Value, void> {
    for (const page of this.#pages) for (const value of page) if (value !== undefined) yield value;
  }

  #ownPage(number: number): Page<Value> {
    const known = this.#own[number];
    if (known) return known;
    const page = [...(this.#pages[number] ?? EMPTY)];
    this.#pages[number] = page;
    this.#own[number] = page;
    return page;
  }
}
