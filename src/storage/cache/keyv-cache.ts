import { DatabaseSync } from 'node:sqlite';
import { KeyvSqlite } from '@keyv/sqlite';
import { Keyv } from 'keyv';
import { reasonOf } from '../../faults/operator-fault.ts';
import { isCorruption, Unsound } from '../../faults/store-faults.ts';
import { Condition } from '../../log/condition.ts';
import type { Log } from '../../ports/log.ts';
import { parseJsonOrUndefined } from '../mappers/parse-json.ts';
import { RecordReader, writeRecord } from '../mappers/record.ts';
import { BUSY_TIMEOUT_MS, removeDatabase } from '../sqlite/files.ts';
import type { CachedValues, CacheSpace, OpenSpace } from './cache.ts';

const CACHED_ROWS_PER_READ = 500;

/** Deletes a user's values, also expired or unreadable ones, which Keyv's iteration hides. */
const DELETE_OF_USER = `DELETE FROM keyv
  WHERE namespace = ? AND CASE WHEN json_valid(value) THEN value ->> '$.value.userId' END = ?`;

/** Removes deleted data from the WAL, too. */
const EMPTY_WAL = 'PRAGMA wal_checkpoint(TRUNCATE)';

/** A cache in a file of its own. No method rejects, because a lost value can be fetched again. */
export interface Cache {
  readonly open: OpenSpace;
  close(): Promise<void>;
}

/**
 * Opens the cache at `path` and replaces a corrupt file. Without a usable file, the values stay in memory until the
 * process ends, and Crier logs that once.
 */
export async function openCache(path: string, log: Log): Promise<Cache> {
  const isInFile = isUsable(path, log);
  const begins = 'Cache unusable, keeping new values in memory';
  const failures = new Condition({ log, begins, ends: 'Cache usable again' });
  const opened: FileSpace[] = [];
  return {
    open(space) {
      const memory = new Keyv<unknown>({ namespace: space.name });
      const file = isInFile ? openFileSpace(path, space.name) : null;
      if (file !== null) opened.push(file);
      return new KeyvSpace(space, { memory, file, path, failures, log });
    },
    async close() {
      await Promise.allSettled(opened.map(({ keyv }) => keyv.disconnect()));
    },
  };
}

/** A space in the file. Each has its own store, because a `KeyvSqlite` has one namespace. */
interface FileSpace {
  readonly keyv: Keyv<unknown>;
  readonly store: KeyvSqlite;
}

/** Opens and writes the file before Keyv does, because Keyv ends the process if it cannot open its file. */
function isUsable(path: string, log: Log): boolean {
  try {
    probeOrReplace(path);
    return true;
  } catch (error) {
    log.warn({ path, reason: reasonOf(error) }, 'Cache unusable, keeping its values in memory');
    return false;
  }
}

/** Replaces the file only if it is corrupt. A busy file or a full disk recovers by itself. */
function probeOrReplace(path: string): void {
  try {
    probe(path);
  } catch (error) {
    if (!isCorruption(error)) throw error;
    removeDatabase(path);
    probe(path);
  }
}

function probe(path: string): void {
  const db = new DatabaseSync(path, { timeout: BUSY_TIMEOUT_MS });
  try {
    db.exec('PRAGMA journal_mode = WAL');
    const verdict = db.prepare('PRAGMA quick_check(1)').get()?.quick_check;
    if (verdict !== 'ok') throw new Unsound(String(verdict));
    db.exec('CREATE TABLE IF NOT EXISTS probe (at INTEGER); DELETE FROM probe; INSERT INTO probe VALUES (1)');
  } finally {
    db.close();
  }
}

/** Without an 'error' listener Keyv throws its errors. With one it swallows them and returns `false`. */
function openFileSpace(path: string, namespace: string): FileSpace {
  const store = new KeyvSqlite({
    uri: `sqlite://${path}`,
    driver: 'node:sqlite',
    wal: true,
    busyTimeout: BUSY_TIMEOUT_MS,
    iterationLimit: CACHED_ROWS_PER_READ,
  });
  // Every use awaits `ready` and handles its rejection.
  store.ready.catch(() => undefined);
  // Deleted data of users must leave the file (see `openDatabase`). A file that fails fails in its first use, too.
  store.query('PRAGMA secure_delete = ON').catch(() => undefined);
  // Invalid JSON counts as a missing value. An error would end the iteration over all values.
  const serialization = { stringify: JSON.stringify, parse: parseJsonOrUndefined };
  return { store, keyv: new Keyv<unknown>({ store, namespace, serialization }) };
}

interface SpaceParts {
  /** Holds the values that could not be written to the file. */
  readonly memory: Keyv<unknown>;
  readonly file: FileSpace | null;
  readonly path: string;
  readonly failures: Condition;
  readonly log: Log;
}

class KeyvSpace<T extends object> implements CachedValues<T> {
  readonly #space: CacheSpace<T>;
  readonly #parts: SpaceParts;
  readonly #reader: RecordReader<T>;

  constructor(space: CacheSpace<T>, parts: SpaceParts) {
    this.#space = space;
    this.#parts = parts;
    this.#reader = new RecordReader(space, parts.log);
  }

  async get(key: string): Promise<T | null> {
    const value = (await this.#parts.memory.get(key)) ?? (await this.#inFile(({ keyv }) => keyv.get(key)));
    return value === undefined ? null : this.#reader.read(value);
  }

  async set(key: string, value: T, lifeMs?: number): Promise<void> {
    const { memory, path, failures } = this.#parts;
    const written = writeRecord(this.#space, value);
    const isInFile = (await this.#inFile(({ keyv }) => keyv.set(key, written, lifeMs))) === true;
    if (isInFile) {
      failures.clear({ path });
      await memory.delete(key);
    } else await memory.set(key, written, lifeMs);
  }

  async delete(key: string): Promise<void> {
    await this.#parts.memory.delete(key);
    await this.#inFile(async ({ keyv, store }) => {
      await keyv.delete(key);
      await store.query(EMPTY_WAL);
    });
  }

  async allOf(userId: string): Promise<readonly T[]> {
    const inMemory = await this.#entriesOf(this.#parts.memory, userId);
    const inFile = await this.#inFile(({ keyv }) => this.#entriesOf(keyv, userId));
    return [...inMemory, ...(inFile ?? [])].map(([, value]) => value);
  }

  async deleteOf(userId: string): Promise<void> {
    const { memory, file, log } = this.#parts;
    for (const [key] of await this.#entriesOf(memory, userId)) await memory.delete(key);
    const isDeleted = await this.#inFile(async ({ store }) => {
      await store.query(DELETE_OF_USER, this.#space.name, userId);
      await store.query(EMPTY_WAL);
      return true;
    });
    // Logged every time, even while the file is known to fail, because the user's values stay on disk.
    if (file !== null && isDeleted !== true) {
      log.warn({ table: this.#space.name }, 'Cached values of a user not deleted');
    }
  }

  async clearExpired(): Promise<void> {
    // Iterating over the values in memory drops the expired ones.
    for await (const _ of this.#parts.memory.iterator());
    await this.#inFile(({ store }) => store.clearExpired());
  }

  async #entriesOf(keyv: Keyv<unknown>, userId: string): Promise<readonly (readonly [string, T])[]> {
    const { userIdOf } = this.#space;
    const entries: [string, T][] = [];
    for await (const [key, value] of keyv.iterator()) {
      const found = this.#reader.read(value);
      if (found !== null && userIdOf?.(found) === userId) entries.push([String(key), found]);
    }
    return entries;
  }

  /** @returns undefined if there is no file, or if the work failed, which is logged */
  async #inFile<R>(work: (file: FileSpace) => Promise<R>): Promise<R | undefined> {
    const { file, path, failures } = this.#parts;
    if (file === null) return undefined;
    try {
      await file.store.ready;
      return await work(file);
    } catch (error) {
      failures.set(error, { path });
      return undefined;
    }
  }
}
