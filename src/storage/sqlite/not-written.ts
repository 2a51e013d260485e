import { OperatorFault, reasonOf, sqliteCodeOf } from '../../faults/operator-fault.ts';
import type { WriteFault } from '../../ports/journal.ts';

/**
 * SQLite's primary result codes that speak of the file and the machine, not of what is written: PERM, BUSY, LOCKED, NOMEM,
 * READONLY, IOERR, CORRUPT, FULL, CANTOPEN, PROTOCOL, NOTADB.
 */
const CODES_OF_THE_FILE = new Set([3, 5, 6, 7, 8, 10, 11, 13, 14, 15, 26]);

/** The journal could not write; nothing of it was written. The message is a sentence with SQLite's reason. */
export class NotWritten extends OperatorFault implements WriteFault {
  override readonly name = 'NotWritten';
  readonly entryAtFault: boolean;

  constructor(cause: unknown) {
    super(`The journal could not be written: ${reasonOf(cause)}.`, { cause });
    this.entryAtFault = !isOfTheFile(cause);
  }
}

function isOfTheFile(error: unknown): boolean {
  const code = sqliteCodeOf(error);
  return code !== null && CODES_OF_THE_FILE.has(code);
}
