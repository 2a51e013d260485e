import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { Unreadable } from '../../faults/store-faults.ts';
import type { Log } from '../../ports/log.ts';

/** The version that is written. It increases when an older Crier would misread the records. */
const RECORD_VERSION = 1;

/** @returns a key for a button; its 72 random bits cannot be guessed */
export function newKey(): string {
  return randomBytes(9).toString('base64url');
}

/** Adds the version, by which a later Crier knows how to read the record. */
export function withVersion<T extends object>(record: T): { readonly v: number } & T {
  return { v: RECORD_VERSION, ...record };
}

/** Wraps a setting with its version: `{"v":1,"record":{…}}`. */
export function inEnvelope(record: unknown): object {
  return { v: RECORD_VERSION, record };
}

/** Returns whether a value is a wrapped setting: `{"v":…,"record":{…}}`. */
export function isEnveloped(value: unknown): value is { readonly v: unknown; readonly record: unknown } {
  return typeof value === 'object' && value !== null && Object.keys(value).sort().join() === 'record,v';
}

/**
 * Removes the version from a record (`{v, …record}`) or a setting (`{v, record}`). Records of Crier 0.3.0 and earlier
 * have no version and are read as version 1.
 * @throws Unreadable if the record has another version
 */
function withoutVersion(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !('v' in value)) return value;
  const { v, ...record } = value;
  if (v === RECORD_VERSION) return isEnveloped(value) ? value.record : record;
  throw new Unreadable(
    typeof v === 'number' && v > RECORD_VERSION
      ? `written by a newer Crier (version ${v})`
      : 'written in an unknown version',
  );
}

/**
 * Parses a record from JSON text and checks it with `isRecord`.
 * @throws Unreadable
 */
export function parseRecord<T>(text: string, isRecord: (record: unknown) => record is T): T {
  const record = withoutVersion(parseStoredJson(text));
  if (!isRecord(record)) throw new Unreadable('not a valid record');
  return record;
}

/** @throws Unreadable */
export function parseStoredJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Unreadable('not JSON', { cause: error });
  }
}

/** The schema of a record, and the conversion of values of earlier versions. */
export interface StoredForm<T extends object> {
  /** The name of the table or space, for the log. */
  readonly name: string;
  readonly schema: z.ZodType<T, object>;
  /** Converts a bare value, which an earlier Crier wrote, to a record. */
  readonly convertOld?: (value: unknown) => unknown;
}

/**
 * Writes a record with its version.
 * @returns a value for JSON
 */
export function writeRecord<T extends object>({ schema }: Pick<StoredForm<T>, 'schema'>, record: T): object {
  return withVersion(z.encode(schema, record));
}

/**
 * Reads a record of any released version.
 * @param value as parsed from JSON
 * @throws Unreadable
 */
export function readRecord<T>(
  { schema, ofOld = (found) => found }: { readonly schema: z.ZodType<T>; readonly ofOld?: (value: unknown) => unknown },
  value: unknown,
): T {
  const record = schema.safeParse(ofOld(withoutVersion(value)));
  if (record.success) return record.data;
  throw new Unreadable('not a valid record');
}

/** Reads records of one form. Logs the first unreadable one. */
export class RecordReader<T extends object> {
  readonly #form: StoredForm<T>;
  readonly #log: Log;
  #isLogged = false;

  constructor(form: StoredForm<T>, log: Log) {
    this.#form = form;
    this.#log = log;
  }

  /**
   * @param value as parsed from JSON
   * @returns the record, or null if it is unreadable
   */
  read(value: unknown): T | null {
    return this.#readable(() => value);
  }

  /** @returns the record, or null if it is unreadable */
  readText(json: string): T | null {
    return this.#readable(() => parseStoredJson(json));
  }

  #readable(parse: () => unknown): T | null {
    try {
      return readRecord(this.#form, parse());
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error;
      if (!this.#isLogged) {
        this.#log.warn({ table: this.#form.name, why: error.message }, 'Unreadable records count as missing');
      }
      this.#isLogged = true;
      return null;
    }
  }
}

/** Limits the rows that are remembered as logged. Beyond it all are forgotten, so that a row may be logged again. */
const MOST_REMEMBERED_ROWS = 10_000;
const MOST_LOGGED_ROWS = 10;

/** Collects unreadable rows, which readers skip, and logs each once. */
export class UnreadableRows {
  readonly #log: Log;
  readonly #known = new Set<string>();
  #unlogged: string[] = [];

  constructor(log: Log) {
    this.#log = log;
  }

  /**
   * Notes an unreadable row for the next log line.
   * @param row the name in the log, such as `notice 7`
   * @param error the error of the read; anything but `Unreadable` is thrown again
   */
  note(row: string, error: unknown): void {
    if (!(error instanceof Unreadable)) throw error;
    if (this.#known.has(row)) return;
    if (this.#known.size >= MOST_REMEMBERED_ROWS) this.#known.clear();
    this.#known.add(row);
    this.#unlogged.push(`${row}: ${error.message}`);
  }

  /** Logs the rows noted since the last call in one line. */
  logNoted(sentence: string): void {
    if (this.#unlogged.length === 0) return;
    this.#log.error({ count: this.#unlogged.length, rows: this.#unlogged.slice(0, MOST_LOGGED_ROWS) }, sentence);
    this.#unlogged = [];
  }
}
