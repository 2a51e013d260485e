import type { Outcome } from '../ports/delivery.ts';
import type { Counted, Counts } from '../ports/status.ts';

const OUTCOMES = Object.keys({
  delivered: 0,
  retry: 0,
  refused: 0,
  rejected: 0,
  unauthorized: 0,
} satisfies Record<Outcome['kind'], 0>);

/** Counts in memory, since the process started. */
export class WorkCounts implements Counts {
  readonly #totals: Readonly<Record<Counted, Map<string, number>>> = {
    notices: zeros('sealed', 'dropped'),
    messages: zeros(...OUTCOMES),
    requests: zeros(),
    rateLimits: zeros('user', 'global', 'shared', 'address'),
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

/** What is known beforehand is told from 0 on: who watches how it grows would miss what comes first. */
function zeros(...labels: readonly string[]): Map<string, number> {
  return new Map(labels.map((label) => [label, 0]));
}
