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

// Regression test: the migration blocked the event loop and /livez for a minute with some millions of trades.
test('a large journal of the first release is migrated off the event loop, then opened', async () => {
  const db = openOld('INSERT INTO causes VALUES (99, zeroblob(70000000)); PRAGMA wal_checkpoint(TRUNCATE);');
  await migrateLarge(db);
  expect(versionOf(db)).toBe(STORE_VERSION);
  const journal = openJournal(db, Date.now, recordingLog());
  onTestFinished(() => journal.close());
  expect(await journal.waiting(channel, 5, 9)).toMatchObject([{ subscriptionIds: ['f1'], held: null }]);
});

test('a small journal and a newer one are left to the opening', async () => {
  const small = openOld();
  onTestFinished(() => small.close());
  await migrateLarge(small);
  expect(versionOf(small)).toBe(1);
  small.exec('PRAGMA user_version = 99');
  await migrateLarge(small);
  expect(versionOf(small)).toBe(99);
});
