import { CopyOnWriteMap } from './copy-on-write-map.ts';

/** Texts between two yields. */
const SLICE = 256;

/**
 * How often each of many texts is there, once at least. A copy shares what is equal with its original. `settle` ends what `add`
 * began.
 */
export class Counts {
  readonly #counts: CopyOnWriteMap<number>;
  readonly #added = new Map<string, number>();

  constructor(counts = new CopyOnWriteMap<number>()) {
    this.#counts = counts;
  }

  /** The same counts; what is added to either is not seen in the other. */
  next(): Counts {
    return new Counts(this.#counts.next());
  }

  /** Those that are there. */
  texts(): Iterable<string> {
    return this.#counts.keys();
  }

  of(text: string): number {
    return this.#counts.get(text) ?? 0;
  }

  /** `times`: how often more; less where it is below 0. */
  add(text: string, times: number): void {
    this.#added.set(text, (this.#added.get(text) ?? 0) + times);
  }

  /** @returns those that were not there before */
  *settle(): Generator<void, readonly string[]> {
    const fresh: string[] = [];
    let settled = 0;
    for (const [text, times] of this.#added) {
      const before = this.of(text);
      const count = before + times;
      if (count > 0 && before === 0) fresh.push(text);
      if (count > 0) this.#counts.set(text, count);
      else this.#counts.delete(text);
      if (++settled % SLICE === 0) yield;
    }
    this.#added.clear();
    return fresh;
  }
}
