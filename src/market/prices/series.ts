import { type Summary, summarise } from './summary.ts';
import { BUCKET_MS, type TradeGroup } from './trade-group.ts';

/** A part of a chart, `until` not included; epoch ms. `summary` null: nothing was traded. */
export interface Step {
  readonly from: number;
  readonly until: number;
  readonly summary: Summary | null;
}

const DAY_MS = 86_400_000;
const STEPS_MS = [BUCKET_MS, 2 * BUCKET_MS, DAY_MS, 2 * DAY_MS];
const LONGEST_STEP_MS = 3 * DAY_MS;
const MOST_STEPS = 31;

/** How long a step is in a chart of so many days, 1 to 90: never more than about 30 steps, whole buckets. */
export function stepFor(days: number): number {
  return STEPS_MS.find((stepMs) => (days * DAY_MS) / stepMs <= MOST_STEPS) ?? LONGEST_STEP_MS;
}

/**
 * The trades between two moments, which the groups are of, summed up step by step without a gap. Steps
 * begin at multiples of `stepMs` since 1970 in UTC, so that no change of summer time makes one longer; the first is what is
 * left of its step at `from`, and the last a whole one. `stepMs`: a multiple of `BUCKET_MS`, as no bucket can be parted.
 */
export function seriesOf(groups: readonly TradeGroup[], from: number, to: number, stepMs: number): readonly Step[] {
  const first = Math.floor(from / stepMs);
  const steps = Array.from({ length: Math.max(0, Math.ceil(to / stepMs) - first) }, (): TradeGroup[] => []);
  for (const group of groups) {
    steps[Math.floor(group.at / stepMs) - first]?.push(group);
  }
  return steps.map((within, at) => ({
    from: Math.max(from, (first + at) * stepMs),
    until: (first + at + 1) * stepMs,
    summary: summarise(within),
  }));
}
