import { z } from 'zod';
import { Unreadable } from '../../faults/unreadable.ts';
import type { Log } from '../../ports/log.ts';
import { parseJson, unversioned, versioned } from './record.ts';

/** What a record must be, and how values of earlier versions become one. */
export interface RecordForm<T extends object> {
  /** Of the table or space, for the log. */
  readonly name: string;
  readonly schema: z.ZodType<T, object>;
  /** Makes a record of a value that is none, as an earlier Crier wrote it. */
  readonly ofOld?: (value: unknown) => unknown;
}

/** Writes a record with its version. @returns a value for JSON */
export function writeRecord<T extends object>({ schema }: Pick<RecordForm<T>, 'schema'>, record: T): object {
  return versioned(z.encode(schema, record));
}

/** Reads records of one form. Logs once that some cannot be read. */
export class RecordReader<T extends object> {
  readonly #form: RecordForm<T>;
  readonly #log: Log;
  #isLogged = false;

  constructor(form: RecordForm<T>, log: Log) {
    this.#form = form;
    this.#log = log;
  }

  /** @param value as parsed from JSON. @returns the record, or null if it cannot be read */
  read(value: unknown): T | null {
    return this.#readable(() => value);
  }

  /** @returns the record, or null if it cannot be read */
  readText(json: string): T | null {
    return this.#readable(() => parseJson(json));
  }

  #readable(parse: () => unknown): T | null {
    const { name, schema, ofOld = (found) => found } = this.#form;
    try {
      const record = schema.safeParse(ofOld(unversioned(parse())));
      if (record.success) return record.data;
      throw new Unreadable('not what it should be');
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error;
      if (!this.#isLogged) {
        this.#log.warn({ table: name, why: error.message }, 'Records that cannot be read count as missing');
      }
      this.#isLogged = true;
      return null;
    }
  }
}
