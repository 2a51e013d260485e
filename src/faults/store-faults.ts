import { accessSync, constants, existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { OperatorFault, reasonOf, sqliteCodeOf } from './operator-fault.ts';
import { RemoteFault } from './remote-fault.ts';

/**
 * The store cannot be opened, so that Crier must not start. The message is one sentence with the path and the reason.
 */
export class StoreUnusable extends OperatorFault {
  override readonly name = 'StoreUnusable';
}

/** @param subject the beginning of a sentence, such as "The store at … cannot be used" */
export function unusable(subject: string, path: string, error: unknown): StoreUnusable {
  const cause = faultOfFolder(dirname(path)) ?? error;
  return new StoreUnusable(`${subject}: ${reasonOf(cause)}.`, { cause });
}

/**
 * Returns the error that keeps Crier from writing in a folder, or null. On a read-only file system SQLite reports only
 * that it cannot open the file.
 */
function faultOfFolder(folder: string): unknown {
  try {
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
    return null;
  } catch (error) {
    return error;
  }
}

/** @throws errors of the file system if an existing path cannot be read and written */
export function requireWritable(paths: readonly string[]): void {
  for (const path of paths) if (existsSync(path)) accessSync(path, constants.R_OK | constants.W_OK);
}

/** A user's change was not saved, or the store did not confirm it. The message is a sentence for the operator. */
export class NotSaved extends OperatorFault {
  override readonly name = 'NotSaved';
  /**
   * True if the connection ended before the store confirmed the commit: the whole change may be saved. False if none of
   * it is.
   */
  readonly isOutcomeUnknown: boolean;

  constructor(cause: unknown, { isOutcomeUnknown = false } = {}) {
    const reason = reasonOf(cause);
    const message = isOutcomeUnknown
      ? `Not confirmed: Crier lost its store during a commit (${reason}). The change may be saved or not.`
      : `Not saved: Crier could not write to its store (${reason}). Nothing was changed.`;
    super(message, { cause });
    this.isOutcomeUnknown = isOutcomeUnknown;
  }
}

interface Verdict {
  readonly isEntryInvalid: boolean;
  readonly isOutcomeUnknown?: boolean;
}

/** The store rejected a write, or did not confirm it. The message is a sentence with the engine's reason. */
export class NotWritten extends OperatorFault {
  override readonly name = 'NotWritten';
  /** True if the store can never accept this entry; false if the same write may succeed later. */
  readonly isEntryInvalid: boolean;
  /** True if the connection ended before the store confirmed the write: it may be written. False if nothing is. */
  readonly isOutcomeUnknown: boolean;

  constructor(message: string, { isEntryInvalid, isOutcomeUnknown = false }: Verdict, cause: unknown) {
    super(message, { cause });
    this.isEntryInvalid = isEntryInvalid;
    this.isOutcomeUnknown = isOutcomeUnknown;
  }
}

/** Thrown by a write under the lease of a target that another process has claimed meanwhile. Nothing was written. */
export class LeaseLost extends Error {
  override readonly name = 'LeaseLost';
}

/**
 * A stored record that cannot be read: it is damaged, or a newer Crier wrote it. `message` gives the reason in a few
 * words and nothing of the record's content.
 */
export class Unreadable extends Error {
  override readonly name = 'Unreadable';
}

const SQLITE_CORRUPT = 11;
const SQLITE_NOTADB = 26;

/** Thrown if a SQLite file opens but its pages contradict each other. */
export class Unsound extends Error {}

/** Whether the bytes of a file are damaged, as opposed to a file that cannot be reached. */
export function isCorruption(error: unknown): boolean {
  const code = sqliteCodeOf(error);
  return error instanceof Unsound || code === SQLITE_CORRUPT || code === SQLITE_NOTADB;
}

/** A server process of PostgreSQL. The time of its start distinguishes it from a later one with the same pid. */
export interface Backend {
  readonly pid: number;
  /** In PostgreSQL's own notation, to the microsecond. */
  readonly startedAt: string;
}

/**
 * A connection to PostgreSQL ended or could not be opened. A statement sent over `backend` may have been committed and
 * may still be running; `backend` is null if none was sent.
 */
export class ConnectionLost extends RemoteFault {
  override readonly name = 'ConnectionLost';
  readonly backend: Backend | null;

  constructor(cause: unknown, backend: Backend | null) {
    super(`PostgreSQL is unreachable: ${reasonOf(cause)}`, { cause });
    this.backend = backend;
  }
}
