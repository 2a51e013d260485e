import { z } from 'zod';
import { Unreadable } from '../../faults/unreadable.ts';
import type { Log } from '../../ports/log.ts';
import { unversioned, versioned } from '../mappers/record.ts';
import type { Kind } from './records.ts';

/** As it is written, with its version. */
export function writeRecord<T extends object>({ schema }: Kind<T>, record: T): object {
  return versioned(z.encode(schema, record));
}

/** Reads records of a kind; the log tells once of those that cannot be read. */
export class RecordReader<T extends object> {
  readonly #kind: Kind<T>;
  readonly #log: Log;
  #isSaid = false;

  constructor(kind: Kind<T>, log: Log) {
    this.#kind = kind;
    this.#log = log;
  }

  /** @param value as parsed from JSON. null: it cannot be read */
  read(value: unknown): T | null {
    const { name, schema, ofOld = (found) => found } = this.#kind;
    try {
      const record = schema.safeParse(ofOld(unversioned(value)));
      if (record.success) return record.data;
      throw new Unreadable('not what it should be');
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error;
      if (!this.#isSaid) {
        this.#log.warn({ namespace: name, why: error.message }, 'Records that cannot be read count as none');
      }
      this.#isSaid = true;
      return null;
    }
  }
}
