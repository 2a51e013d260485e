import { join } from 'node:path';
import { SavedSnapshots } from '../../../src/service/shops/saved-snapshots.ts';
import { SnapshotFolder } from '../../../src/store/snapshot-folder.ts';
import { temporaryFolder } from '../../store/temporary-folder.ts';
import { collectLogLines } from '../log-lines.ts';

/** Snapshot files in a folder of their own. `open` begins anew on them, as a start does. */
export function openFolder() {
  const folder = temporaryFolder();
  const { log, lines, errors } = collectLogLines();
  const open = () => new SavedSnapshots(new SnapshotFolder({ stem: join(folder, 'crier'), log }), log, 'bundles');
  return { folder, lines, errors, open, pathOf: (takenAt: number) => join(folder, `crier.shops-${takenAt}.json.zst`) };
}
