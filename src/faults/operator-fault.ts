/** An error the operator can fix. `message` says in whole sentences what is wrong. Printed without a stack trace. */
export class OperatorFault extends Error {
  override readonly name: string = 'OperatorFault';
}

const GRANT_ACCESS = 'Let the user that Crier runs as read and write there.';
const MOUNT_WRITABLE = 'Mount that file system so that Crier may write to it, or use a path on another one.';
const FREE_SPACE = 'Free some space on the disk.';
const CHECK_DISK = 'Check the disk: it may be full or failing.';
const STOP_OTHER = 'Stop the other program that uses it, and start Crier again.';
const RAISE_LIMIT = 'Let Crier open more files (ulimit -n).';
const START_AGAIN = 'Start Crier again: it sets a corrupt file aside and begins a new one.';

/** The cure by the system's code of an error, or by SQLite's primary result code. */
const REMEDIES: Readonly<Record<string, string>> = {
  EACCES: GRANT_ACCESS,
  EPERM: GRANT_ACCESS,
  EROFS: MOUNT_WRITABLE,
  ENOSPC: FREE_SPACE,
  EDQUOT: FREE_SPACE,
  EIO: CHECK_DISK,
  EADDRINUSE: STOP_OTHER,
  EMFILE: RAISE_LIMIT,
  ENFILE: RAISE_LIMIT,
  SQLITE_3: GRANT_ACCESS,
  SQLITE_5: STOP_OTHER,
  SQLITE_6: STOP_OTHER,
  SQLITE_8: GRANT_ACCESS,
  SQLITE_10: CHECK_DISK,
  SQLITE_11: START_AGAIN,
  SQLITE_13: FREE_SPACE,
  SQLITE_14: GRANT_ACCESS,
  SQLITE_26: START_AGAIN,
};

/**
 * Formats a fault that the operator can fix: what is wrong and how to fix it, in whole sentences.
 * @returns null if the operator cannot fix it
 */
export function formatOperatorFault(error: unknown): string | null {
  const isKnown = error instanceof OperatorFault;
  const remedy = remedyFor(isKnown ? error.cause : error);
  if (isKnown) return remedy === null ? error.message : `${error.message} ${remedy}`;
  return remedy === null ? null : `${reasonOf(error)}. ${remedy}`;
}

/**
 * Whether the operator can fix the fault. A wrapped fault of Crier's own does not count, because its stack trace is
 * needed.
 */
export function canOperatorFix(error: unknown): boolean {
  if (!(error instanceof OperatorFault)) return remedyFor(error) !== null;
  return error.cause === undefined || remedyFor(error.cause) !== null;
}

/** Returns the reason that SQLite, PostgreSQL or the file system gives, in a few words. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  // A host name with several addresses has a reason for each.
  if (error instanceof AggregateError && error.message === '') return error.errors.map(reasonOf).join('; ');
  return 'errstr' in error && typeof error.errstr === 'string' ? error.errstr : error.message;
}

/** @returns SQLite's primary result code of an error, such as 5 (SQLITE_BUSY), or null if it is no error of SQLite */
export function sqliteCodeOf(error: unknown): number | null {
  if (!(error instanceof Error && 'errcode' in error && typeof error.errcode === 'number')) return null;
  return error.errcode & 0xff;
}

function remedyFor(error: unknown): string | null {
  // A failed connection is a fault of the other machine.
  if (!(error instanceof Error) || ('syscall' in error && error.syscall === 'connect')) return null;
  const sqliteCode = sqliteCodeOf(error);
  const code = sqliteCode === null && 'code' in error ? String(error.code) : `SQLITE_${sqliteCode}`;
  return REMEDIES[code] ?? null;
}
