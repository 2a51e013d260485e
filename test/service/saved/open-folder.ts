import { join } from 'node:path';
import type { StockUnit } from '../../../src/market/shops/stock.ts';
import { SavedSnapshots } from '../../../src/service/shops/saved-snapshots.ts';
import { SnapshotFolder } from '../../../src/storage/sqlite/snapshot-folder.ts';
import { temporaryFolder } from '../../storage/sqlite/temporary-folder.ts';
import { collectLogLines } from '../log-lines.ts';

/** Returns a temporary folder of snapshot files. Each `open` starts again on them, as a restart does. */
export function openFolder() {
  const folder = temporaryFolder();
  const { log, lines, errors } = collectLogLines();
  const open = (unit: StockUnit = 'bundles') =>
    new SavedSnapshots(new SnapshotFolder({ stem: join(folder, 'crier'), log }), log, unit);
  return { folder, lines, errors, open, pathOf: (takenAt: number) => join(folder, `crier.shops-${takenAt}.json.zst`) };
}
