import type { DatabaseSync } from 'node:sqlite';
import type { Log } from '../../ports/log.ts';
import { yieldToEventLoop } from '../../time/cooperate.ts';
import { RecordReader, writeRecord } from '../mappers/record.ts';
import { RECORD_TABLES, type RecordTableDefinition } from '../mappers/record-tables.ts';
import type { OpenRecords, Records } from '../records/records.ts';
import { asNotSaved, command, query } from './sql.ts';
import type { Transactions } from './transactions.ts';

export interface RecordTableParts {
  readonly db: DatabaseSync;
  readonly transactions: Pick<Transactions, 'collectOrWriteDurably' | 'isCollecting'>;
  readonly log: Log;
  /** Epoch ms. */
  readonly now: () => number;
}

/** Opens the record tables of a file with a current schema. */
export function openSqliteRecords(parts: RecordTableParts): OpenRecords {
  return (table) => new SqliteRecordTable(parts, table);
}

/**
 * Deletes the expired records of all tables.
 * @throws NotSaved
 */
export async function clearExpiredInFile(
  db: DatabaseSync,
  transactions: Pick<Transactions, 'write'>,
  now: number,
): Promise<void> {
  try {
    for (const { name } of Object.values(RECORD_TABLES)) {
      transactions.write(() => db.prepare(`DELETE FROM ${name} WHERE expires_at <= ?`).run(now));
      await yieldToEventLoop();
    }
  } catch (error) {
    throw asNotSaved(error);
  }
}

/** A table of `RECORD_TABLES`. */
class SqliteRecordTable<T extends object> implements Records<T> {
  readonly #parts: RecordTableParts;
  readonly #table: RecordTableDefinition<T>;
  readonly #reader: RecordReader<T>;
  readonly #sql: ReturnType<typeof prepareStatements>;

  constructor(parts: RecordTableParts, table: RecordTableDefinition<T>) {
    this.#parts = parts;
    this.#table = table;
    this.#reader = new RecordReader(table, parts.log);
    this.#sql = prepareStatements(parts.db, table.name);
  }

  async get(key: string): Promise<T | null> {
    const row = this.#sql.get.first(key, this.#parts.now());
    return row === undefined ? null : this.#reader.readText(row.record);
  }

  async set(key: string, record: T, lifeMs?: number): Promise<void> {
    const text = JSON.stringify(writeRecord(this.#table, record));
    const expiresAt = lifeMs === undefined ? null : this.#parts.now() + lifeMs;
    this.#write(() => this.#sql.put(key, text, expiresAt));
  }

  async delete(key: string): Promise<boolean> {
    const isThere = this.#sql.get.first(key, this.#parts.now()) !== undefined;
    // A collected write may insert the record later. An expired record is deleted, too.
    const isStored = this.#sql.stored.first(key) !== undefined;
    if (isStored || this.#parts.transactions.isCollecting()) this.#write(() => this.#sql.remove(key));
    return isThere;
  }

  #write(write: () => void): void {
    try {
      this.#parts.transactions.collectOrWriteDurably(write);
    } catch (error) {
      throw asNotSaved(error);
    }
  }
}

function prepareStatements(db: DatabaseSync, table: string) {
  return {
    get: query<{ record: string }>(
      db,
      `SELECT record FROM ${table} WHERE key = ? AND (expires_at IS NULL OR expires_at > ?)`,
    ),
    stored: query(db, `SELECT 1 FROM ${table} WHERE key = ?`),
    put: command(
      db,
      `INSERT INTO ${table} (key, record, expires_at) VALUES (?, ?, ?)
       ON CONFLICT DO UPDATE SET record = excluded.record, expires_at = excluded.expires_at`,
    ),
    remove: command(db, `DELETE FROM ${table} WHERE key = ?`),
  };
}
