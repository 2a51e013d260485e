import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { reasonOf } from '../operator-fault.ts';
import type { Log } from '../ports/log.ts';

/** A reader is soon gone; a disk that takes nothing may be full for long. */
const AGAIN_MS = { read: 200, failed: 10_000 };

/**
 * Brings what was written from the WAL into the file. Where a WAL is damaged, SQLite drops everything from the first bad
 * frame on without a word: so what people typed does not stay there for a moment. It costs some ms a write.
 */
export class WalCheckpoint {
  readonly #path: string;
  readonly #log: Log;
  readonly #db: DatabaseSync;
  readonly #copy: StatementSync;
  #timer: NodeJS.Timeout | undefined;
  #hasFailed = false;

  /** The file at `path` must be in WAL mode; at its opening and closing SQLite copies by itself. */
  constructor(path: string, log: Log) {
    this.#path = path;
    this.#log = log;
    this.#db = new DatabaseSync(path, { timeout: 0 });
    this.#copy = this.#db.prepare('PRAGMA wal_checkpoint(TRUNCATE)');
  }

  /**
   * To be called after a write, before it is called saved. Where somebody else reads the file just now, it is tried again
   * soon; where it fails, that is said once, and it is tried again: the write is in the WAL.
   */
  take(): void {
    clearTimeout(this.#timer);
    try {
      if (this.#copy.get()?.busy === 0) this.#hasFailed = false;
      else this.#takeAgainAfter(AGAIN_MS.read);
    } catch (error) {
      const said = { path: this.#path, reason: reasonOf(error) };
      if (!this.#hasFailed) this.#log.error(said, 'Settings are saved, but only in the WAL of the store');
      this.#hasFailed = true;
      this.#takeAgainAfter(AGAIN_MS.failed);
    }
  }

  close(): void {
    clearTimeout(this.#timer);
    if (this.#db.isOpen) this.#db.close();
  }

  #takeAgainAfter(waitMs: number): void {
    this.#timer = setTimeout(() => this.take(), waitMs);
  }
}
