import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { onTestFinished } from 'vitest';
import { openJournal } from '../../../../src/storage/sqlite/journal.ts';
import { recordingLog } from '../../../log/recording-log.ts';
import { temporaryFolder } from '../temporary-folder.ts';

/** Opens a journal in a new file, and its connection, so that a test can make that fail. */
export function openOnFile(now: () => number = Date.now, isInUse?: (id: string) => boolean) {
  const path = join(temporaryFolder(), 'crier.sqlite');
  const db = new DatabaseSync(path, { timeout: 0 });
  db.exec('PRAGMA journal_mode = WAL');
  const journal = openJournal(db, now, recordingLog(), isInUse && { isInUse });
  onTestFinished(() => journal.close());
  return { path, db, journal };
}
