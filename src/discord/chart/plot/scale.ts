/** A straight mapping of values to pixels, held within them. */
export interface Scale {
  readonly low: number;
  readonly high: number;
  (value: number): number;
}

/** Values from `low` to `high` (more than `low`) to pixels from `start` to `end`; what lies outside goes to the edge. */
export function scaleOf(low: number, high: number, start: number, end: number): Scale {
  const scale = (value: number) =>
    start + ((Math.min(high, Math.max(low, value)) - low) / (high - low)) * (end - start);
  return Object.assign(scale, { low, high });
}
