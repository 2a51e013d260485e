import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import { reasonOf, sqliteCodeOf } from '../../faults/operator-fault.ts';
import { NotSaved, NotWritten } from '../../faults/store-faults.ts';

/** A prepared SELECT whose rows have the columns of `Row`. */
export interface Query<Row> {
  all(...values: SQLInputValue[]): Row[];
  first(...values: SQLInputValue[]): Row | undefined;
}

/** Prepares a SELECT. Nothing checks that its columns are those of `Row`. */
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

/** Prepares a statement that writes; running it returns how many rows it changed. */
export function command(db: DatabaseSync, sql: string): (...values: SQLInputValue[]) => number {
  const statement = db.prepare(sql);
  return (...values) => Number(statement.run(...values).changes);
}

/** Prepares an INSERT of one row; running it returns the row's id. */
export function insert(db: DatabaseSync, sql: string): (...values: SQLInputValue[]) => number {
  const statement = db.prepare(sql);
  return (...values) => Number(statement.run(...values).lastInsertRowid);
}

/**
 * SQLite's primary result codes for a fault of the file or the machine, not of the written row: PERM, BUSY, LOCKED, NOMEM,
 * READONLY, IOERR, CORRUPT, FULL, CANTOPEN, PROTOCOL, NOTADB.
 */
const CODES_OF_THE_FILE = new Set([3, 5, 6, 7, 8, 10, 11, 13, 14, 15, 26]);

/** A transaction that could not even begin: the file is locked or cannot be written. */
export class NotBegun extends NotWritten {}

/**
 * Does `work` in one transaction, whole or not at all.
 *
 * @throws NotWritten (NotBegun where `work` was not even tried)
 */
export function transact<T>(db: DatabaseSync, work: () => T): T {
  try {
    db.exec('BEGIN IMMEDIATE');
  } catch (error) {
    throw new NotBegun(...faultOf(error));
  }
  try {
    const result = work();
    db.exec('COMMIT');
    return result;
  } catch (error) {
    // A full or failing disk may have rolled back by itself already.
    if (db.isTransaction) db.exec('ROLLBACK');
    throw new NotWritten(...faultOf(error));
  }
}

/** @returns `NotSaved` for a failed transaction, with SQLite's error as its cause; any other error as it is */
export function asNotSaved(error: unknown): unknown {
  return error instanceof NotWritten ? new NotSaved(error.cause) : error;
}

/** @returns what `NotWritten` is made of, for an error of SQLite */
export function faultOf(cause: unknown): ConstructorParameters<typeof NotWritten> {
  const code = sqliteCodeOf(cause);
  const isEntryInvalid = code === null || !CODES_OF_THE_FILE.has(code);
  return [`The store could not be written: ${reasonOf(cause)}.`, { isEntryInvalid }, cause];
}
