import { z } from 'zod';
import type { Log } from '../ports/log.ts';
import { unversioned, versioned } from '../stored/record.ts';
import { Unreadable } from '../stored/unreadable.ts';
import { type Namespace, openNamespace } from './namespace.ts';
import { NotSaved } from './not-saved.ts';

interface Parts<T> {
  readonly namespace: string;
  readonly schema: z.ZodType<T, object>;
  readonly log: Log;
  /** Makes a record of what an earlier Crier wrote that is none. */
  readonly ofOld?: (value: unknown) => unknown;
}

/** Records in the settings file that can be had anew: one that cannot be read counts as none. */
export class VersionedRecords<T extends object> {
  readonly #keyv: Namespace;
  readonly #parts: Parts<T>;
  #isSaid = false;

  /** Opens the records `namespace` in the settings file at `path`, which must have been opened with `openDatabase` before. */
  static async open<T extends object>(path: string, parts: Parts<T>): Promise<VersionedRecords<T>> {
    return new VersionedRecords(await openNamespace(path, parts.namespace), parts);
  }

  private constructor(keyv: Namespace, parts: Parts<T>) {
    this.#keyv = keyv;
    this.#parts = parts;
  }

  async get(key: string): Promise<T | null> {
    const value = await this.#keyv.get(key);
    return value === undefined ? null : this.#read(value);
  }

  /** @param lifeMs how long it is kept; for ever unless given. @throws NotSaved */
  async set(key: string, record: T, lifeMs?: number): Promise<void> {
    try {
      const written = versioned(z.encode(this.#parts.schema, record));
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

  /** The keys of the records that are so. */
  async keysOf(isSo: (record: T) => boolean): Promise<readonly string[]> {
    const keys: string[] = [];
    for await (const [key, value] of this.#keyv.iterator()) {
      const record = this.#read(value);
      if (record !== null && isSo(record)) keys.push(String(key));
    }
    return keys;
  }

  /** As the namespace's. */
  clearExpired(): Promise<void> {
    return this.#keyv.clearExpired();
  }

  close(): Promise<void> {
    return this.#keyv.disconnect();
  }

  #read(value: unknown): T | null {
    const { namespace, schema, log, ofOld = (found) => found } = this.#parts;
    try {
      const record = schema.safeParse(ofOld(unversioned(value)));
      if (record.success) return record.data;
      throw new Unreadable('not what it should be');
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error;
      if (!this.#isSaid) log.warn({ namespace, why: error.message }, 'Records that cannot be read count as none');
      this.#isSaid = true;
      return null;
    }
  }
}
