import { DatabaseSync } from 'node:sqlite';
import { OperatorFault, sqliteCodeOf } from '../faults/operator-fault.ts';

const SQLITE_BUSY = 5;
/** A Crier at work holds a file for some ms; one that migrates it, for minutes. */
const BUSY_MS = 10_000;

/** A file as it stood at a moment: open for reading, in a transaction that sees nothing later. */
export interface StillFile {
  readonly db: DatabaseSync;
}

/**
 * Opens files of a store as they stand at one moment, though others write to them: nobody may while the reading of all begins, which
 * takes some ms. Each must be in WAL mode.
 * @returns the moment, epoch ms, and the open files, in the order of the paths
 * @throws OperatorFault where one stays locked
 */
export function openAtOneMoment(paths: readonly string[]): {
  readonly at: number;
  readonly dbs: readonly DatabaseSync[];
} {
  const writers = paths.map((path) => new DatabaseSync(path, { timeout: BUSY_MS }));
  try {
    for (const db of writers) db.exec('BEGIN IMMEDIATE');
    const at = Date.now();
    const dbs = paths.map((path) => new DatabaseSync(path, { readOnly: true, timeout: BUSY_MS }));
    for (const db of dbs) {
      db.exec('BEGIN');
      // Only with its first read does a transaction see one moment.
      db.prepare('SELECT count(*) FROM sqlite_schema').get();
    }
    return { at, dbs };
  } catch (error) {
    if (sqliteCodeOf(error) !== SQLITE_BUSY) throw error;
    throw new OperatorFault(
      'Crier holds its store for longer than usual, as when a new version begins: try again in a minute.',
    );
  } finally {
    for (const db of writers) db.close();
  }
}
