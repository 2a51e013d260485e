/** What whoever runs Crier can mend. `message` says in whole sentences what is wrong; a stack trace would only hide it. */
export class OperatorFault extends Error {
  override readonly name: string = 'OperatorFault';
}

const ACCESS = 'Let the user that Crier runs as read and write there.';
const WRITABLE = 'Mount that file system so that Crier may write to it, or use a path on another one.';
const ROOM = 'Make room on the disk.';
const DISK = 'Look after the disk: is it full, or failing?';
const IN_USE = 'Stop what else uses it, and start Crier again.';
const LIMIT = 'Let Crier open more files (ulimit -n).';
const CORRUPT = 'Start Crier again: it sets a corrupt file aside and begins a new one.';

/** What would do, by the system's code of an error or SQLite's primary result code. */
const REMEDIES: Readonly<Record<string, string>> = {
  EACCES: ACCESS,
  EPERM: ACCESS,
  EROFS: WRITABLE,
  ENOSPC: ROOM,
  EDQUOT: ROOM,
  EIO: DISK,
  EADDRINUSE: IN_USE,
  EMFILE: LIMIT,
  ENFILE: LIMIT,
  SQLITE_3: ACCESS,
  SQLITE_5: IN_USE,
  SQLITE_6: IN_USE,
  SQLITE_8: ACCESS,
  SQLITE_10: DISK,
  SQLITE_11: CORRUPT,
  SQLITE_13: ROOM,
  SQLITE_14: ACCESS,
  SQLITE_26: CORRUPT,
};

/** A fault that the operator can mend, in whole sentences: what is wrong and what would do. null: it is none. */
export function formatOperatorFault(error: unknown): string | null {
  const isKnown = error instanceof OperatorFault;
  const remedy = remedyFor(isKnown ? error.cause : error);
  if (isKnown) return remedy === null ? error.message : `${error.message} ${remedy}`;
  return remedy === null ? null : `${reasonOf(error)}. ${remedy}`;
}

/** Whether the operator can mend it. One that wraps a fault of Crier's own is none: its stack trace is needed. */
export function isMendable(error: unknown): boolean {
  if (!(error instanceof OperatorFault)) return remedyFor(error) !== null;
  return error.cause === undefined || remedyFor(error.cause) !== null;
}

/** The reason that SQLite, PostgreSQL or the file system gives, in a few words. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  // A host name with several addresses has a reason for each.
  if (error instanceof AggregateError && error.message === '') return error.errors.map(reasonOf).join('; ');
  return 'errstr' in error && typeof error.errstr === 'string' ? error.errstr : error.message;
}

/** SQLite's primary result code of an error, such as 5 (SQLITE_BUSY); null where it is no error of SQLite. */
export function sqliteCodeOf(error: unknown): number | null {
  if (!(error instanceof Error && 'errcode' in error && typeof error.errcode === 'number')) return null;
  return error.errcode & 0xff;
}

function remedyFor(error: unknown): string | null {
  // What a connection meets is not of this machine.
  if (!(error instanceof Error) || ('syscall' in error && error.syscall === 'connect')) return null;
  const sqliteCode = sqliteCodeOf(error);
  const code = sqliteCode === null && 'code' in error ? String(error.code) : `SQLITE_${sqliteCode}`;
  return REMEDIES[code] ?? null;
}
