import { DatabaseSync } from 'node:sqlite';
import { reasonOf } from '../operator-fault.ts';
import type { Log } from '../ports/log.ts';

/** A reader is soon gone; a disk that takes nothing may be full for long. */
const AGAIN_MS = { read: 200, failed: 10_000 };

/** Brings what was written from the WAL into the file. */
export interface WalCheckpoint {
  /**
   * To be called after a write, before it is called saved. Where somebody else reads the file just now, it is tried again
   * soon; where it fails, that is said once, and it is tried again: the write is in the WAL.
   */
  take(): void;
  close(): void;
}

/**
 * Where a WAL is damaged, SQLite drops everything from the first bad frame on without a word: so what people typed does not
 * stay there for a moment. It costs some ms a write. The file at `path` must be in WAL mode; at its opening and closing
 * SQLite copies by itself.
 */
export function openWalCheckpoint(path: string, log: Log): WalCheckpoint {
  const db = new DatabaseSync(path, { timeout: 0 });
  const copy = db.prepare('PRAGMA wal_checkpoint(TRUNCATE)');
  let timer: NodeJS.Timeout | undefined;
  let hasFailed = false;

  function take(): void {
    clearTimeout(timer);
    try {
      if (copy.get()?.busy === 0) hasFailed = false;
      else timer = setTimeout(take, AGAIN_MS.read);
    } catch (error) {
      if (!hasFailed)
        log.error({ path, reason: reasonOf(error) }, 'Settings are saved, but only in the WAL of the store');
      hasFailed = true;
      timer = setTimeout(take, AGAIN_MS.failed);
    }
  }

  return {
    take,
    close() {
      clearTimeout(timer);
      if (db.isOpen) db.close();
    },
  };
}
