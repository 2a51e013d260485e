import { writeSync } from 'node:fs';
import process from 'node:process';
import { SavedSnapshots } from '../../../src/service/shops/saved-snapshots.ts';
import { SnapshotFolder } from '../../../src/storage/sqlite/snapshot-folder.ts';
import { recordingLog } from '../../log/recording-log.ts';
import { recordsAt } from './endless-snapshots.ts';
import { save } from './saving.ts';

// Saves one snapshot after another until it is killed. Each printed line names the snapshot that has become valid,
// before the others are pruned.
const [stem = '', first = '1'] = process.argv.slice(2);
const files = new SavedSnapshots(new SnapshotFolder({ stem, log: recordingLog() }), recordingLog(), 'bundles');
for (let takenAt = Number(first); ; takenAt += 1) {
  await save(files, { takenAt }, recordsAt(takenAt));
  writeSync(1, `${takenAt}\n`);
  await files.prune(takenAt);
}
