import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { migrateLarge, STORE_VERSION } from '../../../../src/storage/migrations/sqlite.ts';
import { openJournal } from '../../../../src/storage/sqlite/journal.ts';
import { recordingLog } from '../../../log/recording-log.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { FIRST_RELEASE } from './releases.ts';
import { channel } from './samples.ts';

/** Stands on: a real journal in a file. */

function openOld(more = ''): DatabaseSync {
  const db = new DatabaseSync(join(temporaryFolder(), 'crier.sqlite'));
  db.exec(`PRAGMA journal_mode = WAL; ${FIRST_RELEASE}; ${more}`);
  return db;
}

const versionOf = (db: DatabaseSync) => db.prepare('PRAGMA user_version').get()?.user_version;

// Nothing else could be done meanwhile, /livez not answered either: for a minute where there are some millions of trades.
test('a large journal of the first release is brought up to date beside the event loop, and opened then', async () => {
  const db = openOld('INSERT INTO causes VALUES (99, zeroblob(70000000)); PRAGMA wal_checkpoint(TRUNCATE);');
  await migrateLarge(db);
  expect(versionOf(db)).toBe(STORE_VERSION);
  const journal = openJournal(db, Date.now, recordingLog());
  onTestFinished(() => journal.close());
  expect(await journal.waiting(channel, 5, 9)).toMatchObject([{ subscriptionIds: ['f1'], held: null }]);
});

test('a small one is left to the opening, and a newer one, too', async () => {
  const small = openOld();
  onTestFinished(() => small.close());
  await migrateLarge(small);
  expect(versionOf(small)).toBe(1);
  small.exec('PRAGMA user_version = 99');
  await migrateLarge(small);
  expect(versionOf(small)).toBe(99);
});
