/** A time without the stream, epoch ms. `until` is null while it lasts. */
export interface StreamOutage {
  readonly from: number;
  readonly until: number | null;
}

/**
 * Returns the time without the stream from `from` to `to`, ms. Outages may overlap, because lost events are recorded as
 * one of their own.
 * @param outages oldest first
 */
export function missedMs(from: number, to: number, outages: readonly StreamOutage[]): number {
  let missed = 0;
  let counted = from;
  for (const outage of outages) {
    const until = Math.min(outage.until ?? to, to);
    missed += Math.max(0, until - Math.max(outage.from, counted));
    counted = Math.max(until, counted);
  }
  return missed;
}
