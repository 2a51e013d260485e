import type { DatabaseSync } from 'node:sqlite';
import { NotWritten } from './not-written.ts';

/** A transaction that could not even begin: the file is locked or cannot be written. */
export class NotBegun extends NotWritten {}

/**
 * Does `work` in one transaction, whole or not at all.
 *
 * @throws NotWritten (NotBegun where `work` was not even tried)
 */
export function transact<T>(db: DatabaseSync, work: () => T): T {
  try {
    db.exec('BEGIN IMMEDIATE');
  } catch (error) {
    throw new NotBegun(error);
  }
  try {
    const result = work();
    db.exec('COMMIT');
    return result;
  } catch (error) {
    // A full or failing disk may have rolled back by itself already.
    if (db.isTransaction) db.exec('ROLLBACK');
    throw new NotWritten(error);
  }
}
