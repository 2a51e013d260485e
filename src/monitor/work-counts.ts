import type { Counted, Counts } from '../ports/counts.ts';

/** Counts in memory, since the process started. */
export class WorkCounts implements Counts {
  readonly #totals: Record<Counted, Map<string, number>> = {
    notices: new Map(),
    messages: new Map(),
    requests: new Map(),
    rateLimits: new Map(),
  };

  add(what: Counted, label: string, by = 1): void {
    const totals = this.#totals[what];
    totals.set(label, (totals.get(label) ?? 0) + by);
  }

  /** By label. */
  of(what: Counted): ReadonlyMap<string, number> {
    return this.#totals[what];
  }
}
