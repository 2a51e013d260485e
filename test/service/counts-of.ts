import type { Snapshot } from '../../src/market/shops/snapshot.ts';
import type { SnapshotCounts } from '../../src/ports/status.ts';

/** What the market says of a snapshot that it took in. */
export function countsOf({ shops }: Snapshot): SnapshotCounts {
  const records = new Set(shops.map(({ id }) => id)).size;
  return { records, duplicates: shops.length - records };
}
