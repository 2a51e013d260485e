import { z } from 'zod';
import { STOCK_UNITS } from '../../market/shops/stock.ts';
import { feedSchema, undoStepSchema } from './settings-records.ts';

/** The lifetime of an undo step. */
export const UNDO_KEPT_MS = 10 * 60_000;

/** A table of records by key, the same on both engines: `key`, `record` (JSON with its version) and `expires_at`. */
export interface RecordTableDefinition<T extends object> {
  readonly name: string;
  readonly schema: z.ZodType<T, object>;
  /** The Keyv namespace in which earlier versions of Crier stored the records, if they did. */
  readonly legacySpace?: string;
  /** Converts a bare value, which an earlier Crier wrote, to a record. */
  readonly convertOld?: (value: unknown) => unknown;
}

/** The last change of a user's watches, keyed by the user's id. */
const undoSchema = undoStepSchema.extend({ key: z.string() });

/** Feeds as they were before a change. Records of earlier versions have neither `others` nor `after`. */
const feedUndo = z.strictObject({
  feed: feedSchema,
  others: z.exactOptional(z.array(feedSchema)),
  after: z.exactOptional(z.array(feedSchema.nullable())),
});

/** The end (epoch ms) of a pause of all requests to Discord, keyed by `address` or `bot` and the machine. */
const sendHold = z.strictObject({ until: z.number() });

/** A rejection of an unknown kind, keyed by target. */
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

/** Landmarks in short form, and the SHA-256 of their source, whose address may hold a key. */
const landmarks = z.strictObject({
  source: z.string(),
  landmarks: z.array(z.tuple([z.string(), z.number(), z.number(), z.string().nullable()])),
  readAt: z.number().nullable(),
  trouble: z.string().nullable(),
  askedAt: z.exactOptional(z.number()),
});

const define = <T extends object>(definition: RecordTableDefinition<T>) => definition;

/** All record tables. Both engines and `move` read this list; migrations name their tables themselves. */
export const RECORD_TABLES = {
  undos: define({ name: 'undos', schema: undoSchema, legacySpace: 'undos' }),
  feedUndos: define({ name: 'feed_undos', schema: feedUndo, legacySpace: 'removed-feeds' }),
  sendHolds: define({ name: 'send_holds', schema: sendHold, legacySpace: 'send-blocks' }),
  retriedRefusals: define({ name: 'retried_refusals', schema: retriedRefusal, legacySpace: 'retried-refusals' }),
  refusedToken: define({
    name: 'refused_token',
    schema: refusedToken,
    legacySpace: 'refused-token',
    // Crier 0.3.0 stored the bare fingerprint.
    convertOld: (value) => (typeof value === 'string' ? { sha256: value } : value),
  }),
  stockEvidence: define({ name: 'stock_evidence', schema: stockEvidence, legacySpace: 'stock' }),
  landmarks: define({ name: 'landmarks', schema: landmarks }),
} as const;
