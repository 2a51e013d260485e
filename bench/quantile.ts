/** The quantile of the values for a `share` from 0 to 1. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** `p50 1.2 ms, p99 3.4 ms` */
export function formatQuantiles(timesMs: readonly number[]): string {
  const say = (share: number) => quantile(timesMs, share).toFixed(1);
  return `p50 ${say(0.5)} ms, p99 ${say(0.99)} ms`;
}
