import type { DatabaseSync } from 'node:sqlite';
import { NotWritten } from '../../faults/not-written.ts';
import { reasonOf } from '../../faults/operator-fault.ts';
import { yieldToEventLoop } from '../../time/cooperate.ts';
import { type Query, query } from './sql.ts';
import { transact } from './transaction.ts';

/** The WAL is copied into the file when so many rows were written since, or after so long: the first bounds how much there is to copy. */
const COPY_AFTER = { rows: 1_000, ms: 10_000 };

/**
 * All writes of an open file, and whether it takes them.
 *
 * A commit only appends to the WAL. SQLite can copy it into the file by itself, and says nothing where that fails: so it is
 * asked to, now and then after a write, and looked at. That takes 10 ms and more, in a turn of the event loop of its own.
 */
export class Transactions {
  readonly #db: DatabaseSync;
  readonly #uptime: () => number;
  readonly #onRollback: () => void;
  readonly #rowsWritten: Query<{ rows: number }>;
  #refused: string | null = null;
  #uncopied: string | null = null;
  #copied: { readonly rows: number; readonly atMs: number };

  /** `uptime`: ms that only ever grow. `onRollback`: nothing of a transaction that began was written. */
  constructor(db: DatabaseSync, uptime: () => number, onRollback: () => void) {
    this.#db = db;
    this.#uptime = uptime;
    this.#onRollback = onRollback;
    this.#rowsWritten = query(db, 'SELECT total_changes() AS rows');
    this.#copied = { rows: 0, atMs: uptime() };
  }

  /**
   * Does `work` in one transaction, whole or not at all.
   * @throws NotWritten
   */
  write<T>(work: () => T): T {
    const result = this.writeUrgently(work);
    this.#copyIfDue();
    return result;
  }

  /** The same where what comes next must not wait for a copy of the WAL: it is made after one of the writes that follow. */
  writeUrgently<T>(work: () => T): T {
    try {
      const result = transact(this.#db, work);
      this.#refused = null;
      return result;
    } catch (error) {
      this.#onRollback();
      if (error instanceof NotWritten && !error.isEntryInvalid) this.#refused = reasonOf(error.cause);
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

  #copyIfDue(): void {
    const rows = this.#rowsWritten.first()?.rows ?? 0;
    const atMs = this.#uptime();
    if (rows - this.#copied.rows < COPY_AFTER.rows && atMs - this.#copied.atMs < COPY_AFTER.ms) return;
    this.#copied = { rows, atMs };
    setImmediate(() => this.#copy());
  }

  #copy(): void {
    if (!this.#db.isOpen) return;
    try {
      this.#db.exec('PRAGMA wal_checkpoint(PASSIVE)');
      this.#uncopied = null;
    } catch (error) {
      this.#uncopied = reasonOf(error);
    }
  }
}
