import type { Snapshot } from '../../src/market/shops/snapshot.ts';
import type { SnapshotCounts } from '../../src/ports/status.ts';

/** Counts the records of a snapshot and those with a repeated id, as the market reports them. */
export function countsOf({ shops }: Snapshot): SnapshotCounts {
  const records = new Set(shops.map(({ id }) => id)).size;
  return { records, duplicates: shops.length - records };
}
