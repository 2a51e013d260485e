import { readdirSync } from 'node:fs';
import { dirname } from 'node:path';
import process from 'node:process';
import { heldBytes } from '../../../bench/memory/garbage.ts';
import { SavedSnapshots } from '../../../src/service/shops/saved-snapshots.ts';
import { SnapshotFolder } from '../../../src/storage/sqlite/snapshot-folder.ts';
import { recordingLog } from '../../log/recording-log.ts';
import { recordsAt } from './endless-snapshots.ts';
import { beginSave, save } from './saving.ts';

// Saves and prunes a day of snapshots twice, some of them abandoned. Prints the files, descriptors and memory in use
// after each day.
const [stem = ''] = process.argv.slice(2);
const files = new SavedSnapshots(new SnapshotFolder({ stem, log: recordingLog() }), recordingLog(), 'bundles');
for (const first of [1, 201]) {
  for (let takenAt = first; takenAt < first + 200; takenAt += 1) {
    if (takenAt % 9 === 0) await beginSave(files, recordsAt(takenAt));
    await save(files, { takenAt }, recordsAt(takenAt));
    await files.prune(takenAt);
  }
  const [names, descriptors] = [dirname(stem), '/proc/self/fd'].map((folder) => readdirSync(folder).length);
  process.stdout.write(`${JSON.stringify({ names, descriptors, bytes: await heldBytes() })}\n`);
}
