import { z } from 'zod';
import { Unreadable } from '../../faults/unreadable.ts';
import type { Log } from '../../ports/log.ts';

/** The version that is written today. A later one is given to what this Crier could not read rightly. */
const VERSION = 1;

/** A record as it is written to disk: with its version, by which a later Crier knows how to read it. */
export function versioned<T extends object>(record: T): { readonly v: number } & T {
  return { v: VERSION, ...record };
}

/**
 * A record as it was read from disk, its version taken off. What Crier 0.3.0 and those before it wrote has none, and is
 * read like the first version for ever.
 * @throws Unreadable where it is of another version
 */
function unversioned(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !('v' in value)) return value;
  const { v, ...record } = value;
  if (v === VERSION) return record;
  throw new Unreadable(
    typeof v === 'number' && v > VERSION ? `of a newer Crier (version ${v})` : 'of no known version',
  );
}

/** What stands in a text of JSON with a version. @throws Unreadable */
export function parseRecord<T>(text: string, isRecord: (record: unknown) => record is T): T {
  const record = unversioned(parseJson(text));
  if (!isRecord(record)) throw new Unreadable('not what it should be');
  return record;
}

/** @throws Unreadable */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Unreadable('not JSON', { cause: error });
  }
}

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
