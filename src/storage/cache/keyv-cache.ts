import { rmSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { KeyvSqlite } from '@keyv/sqlite';
import { Keyv } from 'keyv';
import { reasonOf } from '../../faults/operator-fault.ts';
import type { Log } from '../../ports/log.ts';
import { RecordReader, writeRecord } from '../mappers/record-reader.ts';
import type { CachedValues, CacheSpace, OpenSpace } from './cache.ts';

const BUSY_TIMEOUT_MS = 1_000;
const ROWS_PER_READ = 500;
/** SQLite's own files next to a database. */
const SIDES = ['', '-wal', '-shm', '-journal'];

/** Expendable values in a file of their own. No method ever rejects: a value that is lost is asked for again. */
export interface Cache {
  readonly open: OpenSpace;
  close(): Promise<void>;
}

/**
 * Opens the cache at `path`. A corrupt file is deleted. Without a usable file the values stay in memory for the life of
 * the process, and the log says so once.
 */
export async function openCache(path: string, log: Log): Promise<Cache> {
  const store = isUsable(path, log) ? await openStore(path, log) : null;
  const failures = new FailureLog(path, log);
  const opened: Keyv<unknown>[] = [];
  return {
    open(space) {
      const memory = new Keyv<unknown>({ namespace: space.name });
      const file = store === null ? null : fileSpace(store, space.name);
      if (file !== null) opened.push(file);
      return new KeyvSpace(space, { memory, file, store, failures, log });
    },
    async close() {
      await Promise.allSettled(opened.map((keyv) => keyv.disconnect()));
      await store?.disconnect().catch(() => undefined);
    },
  };
}

/** Keyv ends the process if it cannot open its file, so the file is opened and written here first. */
function isUsable(path: string, log: Log): boolean {
  try {
    probe(path);
    return true;
  } catch {
    // A corrupt file is expendable; a second failure is the folder's or the disk's.
  }
  try {
    for (const side of SIDES) rmSync(path + side, { force: true });
    probe(path);
    return true;
  } catch (error) {
    log.warn({ path, reason: reasonOf(error) }, 'Cache unusable, keeping its values in memory');
    return false;
  }
}

function probe(path: string): void {
  const db = new DatabaseSync(path, { timeout: BUSY_TIMEOUT_MS });
  try {
    db.exec('PRAGMA journal_mode = WAL');
    const verdict = db.prepare('PRAGMA quick_check(1)').get()?.quick_check;
    if (verdict !== 'ok') throw new Error(String(verdict));
    db.exec('CREATE TABLE IF NOT EXISTS probe (at INTEGER); DELETE FROM probe; INSERT INTO probe VALUES (1)');
  } finally {
    db.close();
  }
}

/** @returns null if the file became unusable since the probe */
async function openStore(path: string, log: Log): Promise<KeyvSqlite | null> {
  try {
    const store = new KeyvSqlite({
      uri: `sqlite://${path}`,
      driver: 'node:sqlite',
      wal: true,
      busyTimeout: BUSY_TIMEOUT_MS,
      iterationLimit: ROWS_PER_READ,
    });
    await store.ready;
    return store;
  } catch (error) {
    log.warn({ path, reason: reasonOf(error) }, 'Cache unusable, keeping its values in memory');
    return null;
  }
}

/** Without an 'error' listener Keyv throws its errors. With one it swallows them and answers `false`. */
function fileSpace(store: KeyvSqlite, namespace: string): Keyv<unknown> {
  return new Keyv<unknown>({
    store,
    namespace,
    serialization: { stringify: JSON.stringify, parse: parseOrNothing },
  });
}

/** Throwing would end the iteration over all others. */
function parseOrNothing<T>(text: string): T | undefined {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // counts as missing
  }
}

/** Logs that the file of a cache fails, and that it works again. */
class FailureLog {
  readonly #path: string;
  readonly #log: Log;
  #isFailing = false;

  constructor(path: string, log: Log) {
    this.#path = path;
    this.#log = log;
  }

  failed(error: unknown): void {
    if (!this.#isFailing) {
      this.#log.warn({ path: this.#path, reason: reasonOf(error) }, 'Cache unusable, keeping new values in memory');
    }
    this.#isFailing = true;
  }

  succeeded(): void {
    if (this.#isFailing) this.#log.info({ path: this.#path }, 'Cache usable again');
    this.#isFailing = false;
  }
}

interface SpaceParts {
  /** Holds the values that the file did not take. */
  readonly memory: Keyv<unknown>;
  readonly file: Keyv<unknown> | null;
  readonly store: KeyvSqlite | null;
  readonly failures: FailureLog;
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
    const { memory, file } = this.#parts;
    const value = (await memory.get(key)) ?? (await this.#attempt(() => file?.get(key)));
    return value === undefined ? null : this.#reader.read(value);
  }

  async set(key: string, value: T, lifeMs?: number): Promise<void> {
    const { memory, file, failures } = this.#parts;
    const written = writeRecord(this.#space, value);
    const isInFile = file !== null && (await this.#attempt(() => file.set(key, written, lifeMs))) === true;
    if (isInFile) {
      failures.succeeded();
      await memory.delete(key);
    } else await memory.set(key, written, lifeMs);
  }

  async delete(key: string): Promise<void> {
    const { memory, file } = this.#parts;
    await memory.delete(key);
    await this.#attempt(() => file?.delete(key));
  }

  async deleteOf(userId: string): Promise<void> {
    const { memory, file } = this.#parts;
    await this.#deleteOf(memory, userId);
    if (file !== null) await this.#attempt(() => this.#deleteOf(file, userId));
  }

  async clearExpired(): Promise<void> {
    const { memory, store } = this.#parts;
    // To iterate over values in memory drops those whose life is over.
    for await (const _ of memory.iterator());
    await this.#attempt(() => store?.clearExpired());
  }

  async #deleteOf(keyv: Keyv<unknown>, userId: string): Promise<void> {
    const { userIdOf } = this.#space;
    for await (const [key, value] of keyv.iterator()) {
      const found = this.#reader.read(value);
      if (found !== null && userIdOf?.(found) === userId) await keyv.delete(String(key));
    }
  }

  /** @returns undefined if it failed, which is logged */
  async #attempt<R>(work: () => Promise<R> | undefined): Promise<R | undefined> {
    try {
      return await work();
    } catch (error) {
      this.#parts.failures.failed(error);
      return undefined;
    }
  }
}
