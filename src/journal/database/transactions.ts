import type { DatabaseSync } from 'node:sqlite';
import { reasonOf } from '../../operator-fault.ts';
import { NotWritten } from './not-written.ts';
import { transact } from './transaction.ts';

/** From one look at the checkpoint to the next. */
const LOOK_EVERY_MS = 10_000;

/** All writes of an open file, and whether it takes them. */
export interface Transactions {
  /**
   * Does `work` in one transaction, whole or not at all.
   * @throws NotWritten
   */
  write<T>(work: () => T): T;
  /** Why the file was not written when that was last tried, in SQLite's words; null: it was. */
  trouble(): string | null;
}

/**
 * `uptime`: ms that only ever grow.
 *
 * A commit only appends to the WAL. SQLite copies it into the file by itself now and then, and says nothing where that
 * fails: so every ten seconds, after a write, the copying is asked for and looked at.
 */
export function transactionsOf(db: DatabaseSync, uptime: () => number): Transactions {
  let refused: string | null = null;
  let uncopied: string | null = null;
  let lookedAt = uptime();

  function lookAtCheckpoint(): void {
    if (uptime() - lookedAt < LOOK_EVERY_MS) return;
    lookedAt = uptime();
    try {
      db.exec('PRAGMA wal_checkpoint(PASSIVE)');
      uncopied = null;
    } catch (error) {
      uncopied = reasonOf(error);
    }
  }

  return {
    write(work) {
      try {
        const result = transact(db, work);
        refused = null;
        lookAtCheckpoint();
        return result;
      } catch (error) {
        if (error instanceof NotWritten && !error.entryAtFault) refused = reasonOf(error.cause);
        throw error;
      }
    },
    trouble: () => refused ?? uncopied,
  };
}
