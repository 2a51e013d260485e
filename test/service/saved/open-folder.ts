import { join } from 'node:path';
import { SnapshotFiles } from '../../../src/service/shops/snapshot-files.ts';
import { temporaryFolder } from '../../store/temporary-folder.ts';
import { collectLogLines } from '../log-lines.ts';

/** Snapshot files in a folder of their own. `open` begins anew on them, as a start does. */
export function openFolder() {
  const folder = temporaryFolder();
  const { log, lines, errors } = collectLogLines();
  const open = () => new SnapshotFiles({ stem: join(folder, 'crier'), log });
  return { folder, lines, errors, open, pathOf: (takenAt: number) => join(folder, `crier.shops-${takenAt}.json.zst`) };
}
