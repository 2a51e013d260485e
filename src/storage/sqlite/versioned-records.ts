import { NotSaved } from '../../faults/not-saved.ts';
import type { Log } from '../../ports/log.ts';
import { RecordReader, writeRecord } from '../cache/record-reader.ts';
import type { Kind, Records } from '../cache/records.ts';
import type { Namespace } from './namespace.ts';

/** Records in the settings file. */
export class VersionedRecords<T extends object> implements Records<T> {
  readonly #keyv: Namespace;
  readonly #kind: Kind<T>;
  readonly #reader: RecordReader<T>;

  constructor(keyv: Namespace, kind: Kind<T>, log: Log) {
    this.#keyv = keyv;
    this.#kind = kind;
    this.#reader = new RecordReader(kind, log);
  }

  async get(key: string): Promise<T | null> {
    const value = await this.#keyv.get(key);
    return value === undefined ? null : this.#reader.read(value);
  }

  /** @param lifeMs how long it is kept; for ever unless given. @throws NotSaved */
  async set(key: string, record: T, lifeMs?: number): Promise<void> {
    try {
      const written = writeRecord(this.#kind, record);
      if (!(await this.#keyv.set(key, written, lifeMs))) throw new Error('no reason given');
    } catch (error) {
      throw new NotSaved(error);
    }
  }

  /** Whether it was there. @throws NotSaved */
  async delete(key: string): Promise<boolean> {
    try {
      return await this.#keyv.delete(key);
    } catch (error) {
      throw new NotSaved(error);
    }
  }

  async deleteOf(userId: string): Promise<void> {
    const { userIdOf } = this.#kind;
    for await (const [key, value] of this.#keyv.iterator()) {
      const record = this.#reader.read(value);
      if (record !== null && userIdOf?.(record) === userId) await this.delete(String(key));
    }
  }

  clearExpired(): Promise<void> {
    return this.#keyv.clearExpired();
  }

  close(): Promise<void> {
    return this.#keyv.disconnect();
  }
}
