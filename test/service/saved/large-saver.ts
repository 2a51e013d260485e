import { readdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import process from 'node:process';
import { SavedSnapshots } from '../../../src/service/shops/saved-snapshots.ts';
import { SnapshotFolder } from '../../../src/storage/sqlite/snapshot-folder.ts';
import { recordingLog } from '../../log/recording-log.ts';
import { byId, loadFrom, record, save } from './saving.ts';

// Saves a small snapshot, one that exceeds the file size limit, and another small one.
const [stem = ''] = process.argv.slice(2);
const files = new SavedSnapshots(new SnapshotFolder({ stem, log: recordingLog() }), recordingLog(), 'bundles');
const large = Array.from({ length: 20_000 }, (_, id) =>
  record(id, 1, { owner: { name: 'Ann', uuid: `${Math.random()}` } }),
);
await save(files, { takenAt: 1 }, [record(1)]);
const error = await save(files, { takenAt: 2 }, large).catch(String);
const left = await readdir(dirname(stem));
await save(files, { takenAt: 3 }, [record(3)]);
const ids = [...byId(await loadFrom(files, 1)), ...byId(await loadFrom(files, 3))].map(({ id }) => id);
process.stdout.write(`${JSON.stringify({ error, left, ids })}\n`);
