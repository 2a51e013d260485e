import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { Unreadable } from '../../faults/store-faults.ts';
import type { Log } from '../../ports/log.ts';

/** The version that is written. It grows when an older Crier would misread the records. */
const VERSION = 1;

/** @returns a key for a button, of 72 random bits: nobody can guess it */
export function newKey(): string {
  return randomBytes(9).toString('base64url');
}

/** Adds the version, from which a later Crier knows how to read the record. */
export function versioned<T extends object>(record: T): { readonly v: number } & T {
  return { v: VERSION, ...record };
}

/** Adds the version, as settings are written: `{"v":1,"record":{…}}`. */
export function enveloped(record: unknown): object {
  return { v: VERSION, record };
}

/** Whether a value has the form in which settings are written: `{"v":…,"record":{…}}`. */
export function isEnveloped(value: unknown): value is { readonly v: unknown; readonly record: unknown } {
  return typeof value === 'object' && value !== null && Object.keys(value).sort().join() === 'record,v';
}

/**
 * Takes the version off a record: `{v, …record}`, or `{v, record}` of a setting. Crier 0.3.0 and earlier wrote records
 * without a version, which are read as version 1.
 * @throws Unreadable if the record is of another version
 */
function unversioned(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !('v' in value)) return value;
  const { v, ...record } = value;
  if (v === VERSION) return isEnveloped(value) ? value.record : record;
  throw new Unreadable(
    typeof v === 'number' && v > VERSION ? `of a newer Crier (version ${v})` : 'of no known version',
  );
}

/** Reads a record as JSON text, checked by `isRecord`. @throws Unreadable */
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

/** The schema of a record, and the conversion of values of earlier versions. */
export interface RecordForm<T extends object> {
  /** Names the table or space in the log. */
  readonly name: string;
  readonly schema: z.ZodType<T, object>;
  /** Converts a bare value that an earlier Crier wrote into a record. */
  readonly ofOld?: (value: unknown) => unknown;
}

/** Writes a record with its version. @returns a value for JSON */
export function writeRecord<T extends object>({ schema }: Pick<RecordForm<T>, 'schema'>, record: T): object {
  return versioned(z.encode(schema, record));
}

/** Reads a record of any released version. @param value as parsed from JSON. @throws Unreadable */
export function readRecord<T>(
  { schema, ofOld = (found) => found }: { readonly schema: z.ZodType<T>; readonly ofOld?: (value: unknown) => unknown },
  value: unknown,
): T {
  const record = schema.safeParse(ofOld(unversioned(value)));
  if (record.success) return record.data;
  throw new Unreadable('not what it should be');
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
    try {
      return readRecord(this.#form, parse());
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error;
      if (!this.#isLogged) {
        this.#log.warn({ table: this.#form.name, why: error.message }, 'Records that cannot be read count as missing');
      }
      this.#isLogged = true;
      return null;
    }
  }
}

/** Limits the remembered rows. Above it all are forgotten, so a row may be logged again. */
const MOST_REMEMBERED = 10_000;
const MOST_NAMED = 10;

/** Counts unreadable rows, which readers leave out, and logs each once. */
export class UnreadableRows {
  readonly #log: Log;
  readonly #known = new Set<string>();
  #unsaid: string[] = [];

  constructor(log: Log) {
    this.#log = log;
  }

  /**
   * Takes what reading a row threw.
   * @param row what the log calls it, such as `notice 7`
   * @throws error itself, unless it is `Unreadable`
   */
  note(row: string, error: unknown): void {
    if (!(error instanceof Unreadable)) throw error;
    if (this.#known.has(row)) return;
    if (this.#known.size >= MOST_REMEMBERED) this.#known.clear();
    this.#known.add(row);
    this.#unsaid.push(`${row}: ${error.message}`);
  }

  /** Logs the rows noted since the last call, in one line. */
  say(sentence: string): void {
    if (this.#unsaid.length === 0) return;
    this.#log.error({ count: this.#unsaid.length, rows: this.#unsaid.slice(0, MOST_NAMED) }, sentence);
    this.#unsaid = [];
  }
}
