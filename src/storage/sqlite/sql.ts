import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import { reasonOf, sqliteCodeOf } from '../../faults/operator-fault.ts';
import { NotSaved, NotWritten } from '../../faults/store-faults.ts';

/** A prepared SELECT whose rows have the columns of `Row`. */
export interface Query<Row> {
  all(...values: SQLInputValue[]): Row[];
  first(...values: SQLInputValue[]): Row | undefined;
}

/** Prepares a SELECT. The columns are not checked against `Row`. */
export function query<Row extends object>(db: DatabaseSync, sql: string): Query<Row> {
  const statement = db.prepare(sql);
  return {
    all: (...values) => statement.all(...values) as Row[],
    first: (...values) => statement.get(...values) as Row | undefined,
  };
}

/** Prepares a SELECT of many rows, each an array of its columns. Arrays take half the time of objects. */
export function arrays<Row extends readonly unknown[]>(
  db: DatabaseSync,
  sql: string,
): (...values: SQLInputValue[]) => Row[] {
  const statement = db.prepare(sql);
  statement.setReturnArrays(true);
  return (...values) => statement.all(...values) as unknown as Row[];
}

/** Prepares a statement that writes. Running it returns the number of changed rows. */
export function command(db: DatabaseSync, sql: string): (...values: SQLInputValue[]) => number {
  const statement = db.prepare(sql);
  return (...values) => Number(statement.run(...values).changes);
}

/** Prepares an INSERT of one row. Running it returns the row's id. */
export function insert(db: DatabaseSync, sql: string): (...values: SQLInputValue[]) => number {
  const statement = db.prepare(sql);
  return (...values) => Number(statement.run(...values).lastInsertRowid);
}

/**
 * SQLite's primary result codes for a fault of the file or the machine, not of the written row: PERM, BUSY, LOCKED,
 * NOMEM, READONLY, IOERR, CORRUPT, FULL, CANTOPEN, PROTOCOL, NOTADB.
 */
const FILE_FAULT_CODES = new Set([3, 5, 6, 7, 8, 10, 11, 13, 14, 15, 26]);

/** The transaction could not begin, because the file is locked or cannot be written. */
export class NotBegun extends NotWritten {}

/**
 * Does `work` in one transaction, as a whole or not at all.
 *
 * @throws NotWritten, or NotBegun if `work` was not attempted
 */
export function transact<T>(db: DatabaseSync, work: () => T): T {
  try {
    db.exec('BEGIN IMMEDIATE');
  } catch (error) {
    throw new NotBegun(...notWrittenArguments(error));
  }
  try {
    const result = work();
    db.exec('COMMIT');
    return result;
  } catch (error) {
    // A full or failing disk may already have caused a rollback.
    if (db.isTransaction) db.exec('ROLLBACK');
    throw new NotWritten(...notWrittenArguments(error));
  }
}

/** @returns `NotSaved` for a failed transaction, with SQLite's error as its cause, and any other error as it is */
export function asNotSaved(error: unknown): unknown {
  return error instanceof NotWritten ? new NotSaved(error.cause) : error;
}

/** @returns the arguments of `NotWritten` for an error of SQLite */
export function notWrittenArguments(cause: unknown): ConstructorParameters<typeof NotWritten> {
  const code = sqliteCodeOf(cause);
  const isEntryInvalid = code === null || !FILE_FAULT_CODES.has(code);
  return [`The store could not be written: ${reasonOf(cause)}.`, { isEntryInvalid }, cause];
}
