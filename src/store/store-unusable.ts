import { OperatorFault } from '../operator-fault.ts';

/** The store cannot be used at all, so Crier must not start. The message is one sentence that names the path and the reason. */
export class StoreUnusable extends OperatorFault {
  override readonly name = 'StoreUnusable';
}

/** The reason that SQLite or the file system gives, in a few words. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return 'errstr' in error && typeof error.errstr === 'string' ? error.errstr : error.message;
}

/** SQLite's primary result code of an error, such as 5 (SQLITE_BUSY); null where it is no error of SQLite. */
export function sqliteCodeOf(error: unknown): number | null {
  if (!(error instanceof Error && 'errcode' in error && typeof error.errcode === 'number')) return null;
  return error.errcode & 0xff;
}
