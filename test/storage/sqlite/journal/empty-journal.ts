import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { migrate } from '../../../../src/storage/migrations/sqlite.ts';
import { temporaryFolder } from '../temporary-folder.ts';

let bytes: Uint8Array | undefined;

/** The file of a journal in which nothing has happened. Written once: all steps of the migration are a good part of a short test. */
export function emptyJournal(): Uint8Array {
  bytes ??= written();
  return bytes;
}

/** Where such a file lies, in a folder of its own. */
export function emptyJournalFile(): string {
  const path = join(temporaryFolder(), 'crier.sqlite');
  writeFileSync(path, emptyJournal());
  return path;
}

function written(): Uint8Array {
  const db = new DatabaseSync(':memory:');
  migrate(db);
  const file = db.serialize();
  db.close();
  return file;
}
