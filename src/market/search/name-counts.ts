import { CopyOnWriteMap } from '../copy-on-write-map.ts';
import { BestOf } from './best-of.ts';

/** By type how often shops call its plain item something other than its label. */
export class NameCounts {
  #counts = new CopyOnWriteMap<Map<string, number>>();
  /** Types whose counts no other has. */
  readonly #own = new Set<string>();
  #changed = new Set<string>();

  /** A copy; what is counted in either is not seen in the other. */
  next(): NameCounts {
    const next = new NameCounts();
    next.#counts = this.#counts.next();
    this.#own.clear();
    return next;
  }

  /** Counts the name `by` times more, or less where that is below 0. */
  count(type: string, name: string, by: number): void {
    const counts = this.#ownCounts(type);
    const count = (counts.get(name) ?? 0) + by;
    if (count === 0) counts.delete(name);
    else counts.set(name, count);
    this.#changed.add(type);
  }

  /** The most frequent names, of equal ones the first by its text. */
  best(type: string, limit: number): readonly string[] {
    const best = new BestOf<readonly [string, number]>(
      limit,
      ([a, often], [b, oftener]) => oftener - often || (a < b ? -1 : 1),
    );
    for (const named of this.#counts.get(type) ?? []) best.add(named);
    return best.sorted().map(([name]) => name);
  }

  /** Types whose names were counted since this was asked last. */
  takeChanged(): ReadonlySet<string> {
    const changed = this.#changed;
    this.#changed = new Set();
    return changed;
  }

  #ownCounts(type: string): Map<string, number> {
    const known = this.#counts.get(type);
    if (known !== undefined && this.#own.has(type)) return known;
    const own = new Map(known);
    this.#counts.set(type, own);
    this.#own.add(type);
    return own;
  }
}
