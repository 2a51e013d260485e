import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { migrateFile } from '../../../../src/storage/migrations/sqlite.ts';
import { temporaryFolder } from '../temporary-folder.ts';

let bytes: Uint8Array | undefined;

/** Returns the file of an empty journal. It is made once, because its migrations take a good part of a short test. */
export function emptyJournal(): Uint8Array {
  bytes ??= written();
  return bytes;
}

/** Writes the file of an empty journal into a folder of its own. @returns its path */
export function emptyJournalFile(): string {
  const path = join(temporaryFolder(), 'crier.sqlite');
  writeFileSync(path, emptyJournal());
  return path;
}

function written(): Uint8Array {
  const db = new DatabaseSync(':memory:');
  migrateFile(db);
  const file = db.serialize();
  db.close();
  return file;
}
