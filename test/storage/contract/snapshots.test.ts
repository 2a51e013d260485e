import { join } from 'node:path';
import { SnapshotFolder } from '../../../src/storage/sqlite/snapshot-folder.ts';
import { recordingLog } from '../../log/recording-log.ts';
import { temporaryFolder } from '../sqlite/temporary-folder.ts';
import { snapshotsContract } from './snapshots.contract.ts';

snapshotsContract('files', async () => {
  const stem = join(temporaryFolder(), 'crier');
  const reopen = () => new SnapshotFolder({ stem, log: recordingLog() });
  return { snapshots: reopen(), reopen };
});
