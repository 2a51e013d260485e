import type { DatabaseSync } from 'node:sqlite';
import { reasonOf } from '../../operator-fault.ts';
import { yieldToEventLoop } from '../../time/cooperate.ts';
import { NotWritten } from './not-written.ts';
import { transact } from './transaction.ts';

/** From one look at the checkpoint to the next. */
const LOOK_EVERY_MS = 10_000;

/**
 * All writes of an open file, and whether it takes them.
 *
 * A commit only appends to the WAL. SQLite copies it into the file by itself now and then, and says nothing where that
 * fails: so every ten seconds, after a write, the copying is asked for and looked at.
 */
export class Transactions {
  readonly #db: DatabaseSync;
  readonly #uptime: () => number;
  readonly #onRollback: () => void;
  #refused: string | null = null;
  #uncopied: string | null = null;
  #lookedAt: number;

  /** `uptime`: ms that only ever grow. `onRollback`: nothing of a transaction that began was written. */
  constructor(db: DatabaseSync, uptime: () => number, onRollback: () => void) {
    this.#db = db;
    this.#uptime = uptime;
    this.#onRollback = onRollback;
    this.#lookedAt = uptime();
  }

  /**
   * Does `work` in one transaction, whole or not at all.
   * @throws NotWritten
   */
  write<T>(work: () => T): T {
    try {
      const result = transact(this.#db, work);
      this.#refused = null;
      this.#lookAtCheckpoint();
      return result;
    } catch (error) {
      this.#onRollback();
      if (error instanceof NotWritten && !error.entryAtFault) this.#refused = reasonOf(error.cause);
      throw error;
    }
  }

  /** The same; what was written survives a power cut, too. */
  writeThrough<T>(work: () => T): T {
    this.#db.exec('PRAGMA synchronous = FULL');
    try {
      return this.write(work);
    } finally {
      this.#db.exec('PRAGMA synchronous = NORMAL');
    }
  }

  /** Does each step in a transaction of its own, others in between. Rejects with `NotWritten`. */
  async writeInSteps(steps: Generator<void>): Promise<void> {
    while (!this.write(() => steps.next().done)) await yieldToEventLoop();
  }

  /** Why the file was not written when that was last tried, in SQLite's words; null: it was. */
  trouble(): string | null {
    return this.#refused ?? this.#uncopied;
  }

  #lookAtCheckpoint(): void {
    if (this.#uptime() - this.#lookedAt < LOOK_EVERY_MS) return;
    this.#lookedAt = this.#uptime();
    try {
      this.#db.exec('PRAGMA wal_checkpoint(PASSIVE)');
      this.#uncopied = null;
    } catch (error) {
      this.#uncopied = reasonOf(error);
    }
  }
}
