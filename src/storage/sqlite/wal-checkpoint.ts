import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { reasonOf } from '../../faults/operator-fault.ts';
import type { Log } from '../../ports/log.ts';

/** A reader is soon gone; a disk that takes nothing may be full for long. */
const AGAIN_MS = { read: 200, failed: 2_000 };

/**
 * Brings what was written from the WAL into the file, and knows whether that takes writes. Where a WAL is damaged, SQLite drops
 * everything from the first bad frame on without a word: so what people typed does not stay there for a moment. It costs some ms a write.
 */
export class WalCheckpoint {
  readonly #path: string;
  readonly #log: Log;
  readonly #db: DatabaseSync;
  readonly #copy: StatementSync;
  #timer: NodeJS.Timeout | undefined;
  #trouble: string | null = null;

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
      if (this.#copy.get()?.busy === 0) this.#trouble = null;
      else this.#tryAgainAfter(AGAIN_MS.read);
    } catch (error) {
      const reason = reasonOf(error);
      const said = { path: this.#path, reason };
      if (this.#trouble === null) this.#log.error(said, 'Settings are saved, but only in the WAL of the store');
      this.#trouble = reason;
      this.#tryAgainAfter(AGAIN_MS.failed);
    }
  }

  /** A write failed. People may not write again for days: until then it is tried by a write that changes nothing. */
  refused(error: unknown): void {
    this.#trouble = reasonOf(error);
    this.#tryAgainAfter(AGAIN_MS.failed);
  }

  /** Why the file was not written when that was last tried; null: it was. */
  trouble(): string | null {
    return this.#trouble;
  }

  close(): void {
    clearTimeout(this.#timer);
    if (this.#db.isOpen) this.#db.close();
  }

  #tryAgainAfter(waitMs: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#tryAgain(), waitMs);
  }

  #tryAgain(): void {
    try {
      const version = Number(this.#db.prepare('PRAGMA user_version').get()?.user_version);
      if (this.#trouble !== null) this.#db.exec(`PRAGMA user_version = ${version}`);
      this.take();
    } catch (error) {
      this.refused(error);
    }
  }
}
