import type { Log } from '../../ports/log.ts';
import type { CachedValues, CacheSpace, OpenSpace } from '../cache/cache.ts';
import { RecordReader, writeRecord } from '../mappers/record.ts';
import { RECORD_TABLES, type RecordTableDefinition } from '../mappers/record-tables.ts';
import type { OpenRecords, Records } from '../records/records.ts';
import type { Postgres } from './connection.ts';
import { orNotSaved, retrySave } from './connection-retries.ts';
import { storedText } from './stored-text.ts';

/** Limits the expired records that one write deletes. The rest waits for the next write. */
const MOST_CLEARED_PER_WRITE = 100;

const IS_NOT_EXPIRED = '(expires_at IS NULL OR expires_at > clock_timestamp())';
/** @param parameter number of the parameter with a life in ms, or null */
const expiryIn = (parameter: number) => `clock_timestamp() + make_interval(secs => $${parameter}::float8 / 1000)`;

/** Opens the record tables of a database, which all its processes share. */
export function openPostgresRecords(db: Postgres, log: Log): OpenRecords {
  return (table) => new PostgresRecordTable(db, table, log);
}

/**
 * Deletes the expired records of all tables.
 * @throws NotSaved
 */
export async function clearExpiredInDatabase(db: Postgres): Promise<void> {
  for (const { name } of Object.values(RECORD_TABLES)) await retrySave(db, () => db.query(clearStatement(name)));
}

/** A table of `RECORD_TABLES`. Its writes join the caller's settings transaction, if there is one. */
class PostgresRecordTable<T extends object> implements Records<T> {
  readonly #db: Postgres;
  readonly #table: RecordTableDefinition<T>;
  readonly #reader: RecordReader<T>;
  readonly #sql: ReturnType<typeof tableStatements>;

  constructor(db: Postgres, table: RecordTableDefinition<T>, log: Log) {
    this.#db = db;
    this.#table = table;
    this.#reader = new RecordReader(table, log);
    this.#sql = tableStatements(table.name);
  }

  async get(key: string): Promise<T | null> {
    const { rows } = await this.#db.query<{ record: string }>(this.#sql.get, [storedText(key)]);
    return rows[0] === undefined ? null : this.#reader.readText(rows[0].record);
  }

  async set(key: string, record: T, lifeMs?: number): Promise<void> {
    const values = [storedText(key), JSON.stringify(writeRecord(this.#table, record)), lifeMs ?? null];
    await retrySave(this.#db, () => this.#db.query(this.#sql.put, values));
  }

  async delete(key: string): Promise<boolean> {
    const { rows } = await orNotSaved(() => this.#db.query<{ wasAlive: boolean }>(this.#sql.remove, [storedText(key)]));
    return rows[0]?.wasAlive === true;
  }
}

/** Returns a statement that deletes expired records, except those that a transaction is writing. */
function clearStatement(table: string): string {
  return `DELETE FROM ${table} WHERE key IN (
    SELECT key FROM ${table} WHERE expires_at <= clock_timestamp() FOR UPDATE SKIP LOCKED)`;
}

function tableStatements(table: string) {
  return {
    get: `SELECT record FROM ${table} WHERE key = $1 AND ${IS_NOT_EXPIRED}`,
    // Locked rows are skipped. Otherwise two transactions that delete the same rows could wait for each other.
    put: `WITH expired AS (
        SELECT key FROM ${table} WHERE expires_at <= clock_timestamp() AND key <> $1 LIMIT ${MOST_CLEARED_PER_WRITE} FOR UPDATE SKIP LOCKED),
      cleared AS (DELETE FROM ${table} USING expired WHERE ${table}.key = expired.key)
      INSERT INTO ${table} (key, record, expires_at) VALUES ($1, $2, ${expiryIn(3)})
      ON CONFLICT (key) DO UPDATE SET record = excluded.record, expires_at = excluded.expires_at`,
    remove: `DELETE FROM ${table} WHERE key = $1 RETURNING ${IS_NOT_EXPIRED} AS "wasAlive"`,
  };
}

const GET_CACHED = `SELECT record FROM cache WHERE space = $1 AND key = $2 AND ${IS_NOT_EXPIRED}`;
const PUT_CACHED = `INSERT INTO cache (space, key, user_id, record, expires_at) VALUES ($1, $2, $3, $4, ${expiryIn(5)})
  ON CONFLICT (space, key) DO UPDATE SET user_id = excluded.user_id, record = excluded.record, expires_at = excluded.expires_at`;
const REMOVE_CACHED = 'DELETE FROM cache WHERE space = $1 AND key = $2';
const GET_CACHED_OF_USER = `SELECT record FROM cache WHERE space = $1 AND user_id = $2 AND ${IS_NOT_EXPIRED}`;
const REMOVE_CACHED_OF_USER = 'DELETE FROM cache WHERE space = $1 AND user_id = $2';
const CLEAR_EXPIRED_CACHED = 'DELETE FROM cache WHERE expires_at < clock_timestamp()';

/** Opens the cache of a database. All processes share it, because any of them may answer a button. */
export function openSharedCache(db: Postgres, log: Log): OpenSpace {
  return <T extends object>(space: CacheSpace<T>): CachedValues<T> => {
    const reader = new RecordReader(space, log);
    const { name, userIdOf } = space;
    const write = async (sql: string, values: readonly unknown[]) => {
      await retrySave(db, () => db.query(sql, values));
    };
    return {
      async get(key) {
        const { rows } = await db.query<{ record: string }>(GET_CACHED, [name, storedText(key)]);
        return rows[0] === undefined ? null : reader.readText(rows[0].record);
      },
      set: (key, value, lifeMs) => {
        const record = JSON.stringify(writeRecord(space, value));
        return write(PUT_CACHED, [name, storedText(key), userIdOf?.(value) ?? null, record, lifeMs ?? null]);
      },
      delete: (key) => write(REMOVE_CACHED, [name, storedText(key)]),
      async allOf(userId) {
        const { rows } = await db.query<{ record: string }>(GET_CACHED_OF_USER, [name, userId]);
        return rows.flatMap(({ record }) => reader.readText(record) ?? []);
      },
      deleteOf: (userId) => write(REMOVE_CACHED_OF_USER, [name, userId]),
      async clearExpired() {
        await db.query(CLEAR_EXPIRED_CACHED);
      },
    };
  };
}
