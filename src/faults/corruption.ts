import { sqliteCodeOf } from './operator-fault.ts';

const SQLITE_CORRUPT = 11;
const SQLITE_NOTADB = 26;

/** Thrown where a SQLite file opens but its pages do not fit together. */
export class Unsound extends Error {}

/** Whether the bytes of a file are damaged, as opposed to a file that cannot be reached. */
export function isCorruption(error: unknown): boolean {
  const code = sqliteCodeOf(error);
  return error instanceof Unsound || code === SQLITE_CORRUPT || code === SQLITE_NOTADB;
}
