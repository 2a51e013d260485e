import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { Unreadable } from '../../faults/store-faults.ts';
import { STOCK_UNITS } from '../../market/shops/stock.ts';
import type { Log } from '../../ports/log.ts';
import { feedSchema, undoStepSchema } from './settings-schemas.ts';

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

/** Lifetime of an undo step. */
export const UNDO_KEPT_MS = 10 * 60_000;

/** A table of records by key, the same on both engines: `key`, `record` (JSON with its version) and `expires_at`. */
export interface RecordTableDefinition<T extends object> {
  readonly name: string;
  readonly schema: z.ZodType<T, object>;
  /** The namespace in Keyv in which earlier Criers kept the records, if they had them. */
  readonly legacySpace?: string;
  /** Converts a bare value that an earlier Crier wrote into a record. */
  readonly ofOld?: (value: unknown) => unknown;
}

/** The last change of a user's watches, by the user's id. */
const undo = undoStepSchema.extend({ key: z.string() });

/** Feeds as they were before a change. A record of an earlier Crier has neither `others` nor `after`. */
const feedUndo = z.strictObject({
  feed: feedSchema,
  others: z.exactOptional(z.array(feedSchema)),
  after: z.exactOptional(z.array(feedSchema.nullable())),
});

/** The end (epoch ms) of a time without requests to Discord, by `address` or `bot` and the machine. */
const sendHold = z.strictObject({ until: z.number() });

/** A refusal of unknown kind, by target. */
const retriedRefusal = z.strictObject({
  code: z.number(),
  since: z.number(),
  pausedAt: z.number().nullable(),
  endedAt: z.exactOptional(z.number()),
});

const refusedToken = z.strictObject({ sha256: z.string() });

const stockUnit = z.enum(STOCK_UNITS);
const stockEvidence = z.strictObject({
  cases: z.array(z.strictObject({ owner: z.string(), fits: stockUnit })),
  contradicts: stockUnit.nullable(),
});

const define = <T extends object>(definition: RecordTableDefinition<T>) => definition;

/** Every record table. Both engines and `move` read this list. The steps of migrations name their tables themselves. */
export const RECORD_TABLES = {
  undos: define({ name: 'undos', schema: undo, legacySpace: 'undos' }),
  feedUndos: define({ name: 'feed_undos', schema: feedUndo, legacySpace: 'removed-feeds' }),
  sendHolds: define({ name: 'send_holds', schema: sendHold, legacySpace: 'send-blocks' }),
  retriedRefusals: define({ name: 'retried_refusals', schema: retriedRefusal, legacySpace: 'retried-refusals' }),
  refusedToken: define({
    name: 'refused_token',
    schema: refusedToken,
    legacySpace: 'refused-token',
    // Crier 0.3.0 wrote the fingerprint alone.
    ofOld: (value) => (typeof value === 'string' ? { sha256: value } : value),
  }),
  stockEvidence: define({ name: 'stock_evidence', schema: stockEvidence, legacySpace: 'stock' }),
} as const;
