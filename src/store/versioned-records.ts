import { z } from 'zod';
import type { Log } from '../ports/log.ts';
import { unversioned, versioned } from '../stored/record.ts';
import { Unreadable } from '../stored/unreadable.ts';
import { openNamespace } from './namespace.ts';
import { NotSaved } from './not-saved.ts';

/** Records in the settings file that can be had anew: one that cannot be read counts as none. */
export interface VersionedRecords<T> {
  get(key: string): Promise<T | null>;
  /** @param lifeMs how long it is kept; for ever unless told. @throws NotSaved */
  set(key: string, record: T, lifeMs?: number): Promise<void>;
  /** Whether it was there. @throws NotSaved */
  delete(key: string): Promise<boolean>;
  /** The keys of the records that are so. */
  keysOf(isSo: (record: T) => boolean): Promise<readonly string[]>;
  /** As the namespace's. */
  clearExpired(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Opens the records `namespace` in the settings file at `path`, which must have been opened with `openDatabase` before.
 * `ofOld`: makes a record of what an earlier Crier wrote that is none.
 */
export async function openVersionedRecords<T extends object>(
  path: string,
  namespace: string,
  schema: z.ZodType<T, object>,
  log: Log,
  ofOld: (value: unknown) => unknown = (value) => value,
): Promise<VersionedRecords<T>> {
  const keyv = await openNamespace(path, namespace);
  let isSaid = false;

  function read(value: unknown): T | null {
    try {
      const record = schema.safeParse(ofOld(unversioned(value)));
      if (record.success) return record.data;
      throw new Unreadable('not what it should be');
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error;
      if (!isSaid) log.warn({ namespace, why: error.message }, 'Records that cannot be read count as none');
      isSaid = true;
      return null;
    }
  }

  return {
    async get(key) {
      const value = await keyv.get(key);
      return value === undefined ? null : read(value);
    },
    async set(key, record, lifeMs) {
      try {
        if (!(await keyv.set(key, versioned(z.encode(schema, record)), lifeMs))) throw new Error('no reason given');
      } catch (error) {
        throw new NotSaved(error);
      }
    },
    async delete(key) {
      try {
        return await keyv.delete(key);
      } catch (error) {
        throw new NotSaved(error);
      }
    },
    async keysOf(isSo) {
      const keys: string[] = [];
      for await (const [key, value] of keyv.iterator()) {
        const record = read(value);
        if (record !== null && isSo(record)) keys.push(String(key));
      }
      return keys;
    },
    clearExpired: () => keyv.clearExpired(),
    close: () => keyv.disconnect(),
  };
}
