import { z } from 'zod';
import type { HealthReport, Result } from '../../ports/status.ts';
import { MINUTE_MS } from '../../time/durations.ts';

/** A petabyte. A larger limit means none: a Java server without a limit reports 2^63 - 1. */
const MOST_MEMORY_BYTES = 2 ** 50;
const MOST_REPORTED_PLAYERS = 1_000_000;

/**
 * Reads a number within bounds, else null. A server without players reports the extremes of an integer as its pings.
 */
const numberWithin = (least: number, most: number) => z.number().min(least).max(most).nullable().catch(null);
const pingMs = numberWithin(0, MINUTE_MS);
const bytes = numberWithin(0, MOST_MEMORY_BYTES);
const limitBytes = z
  .number()
  .min(1)
  .transform((most) => (most > MOST_MEMORY_BYTES ? ('none' as const) : most))
  .nullable()
  .catch(null);

const healthReport = z.object({
  tick: reportPart({ gap: numberWithin(0, 24 * 60 * MINUTE_MS), healthy: z.boolean().nullable().catch(null) }),
  memory: reportPart({ free: bytes, allocated: bytes, max: limitBytes }),
  ping: reportPart({
    players: numberWithin(0, MOST_REPORTED_PLAYERS),
    minPing: pingMs,
    maxPing: pingMs,
    avgPing: pingMs,
    medianPing: pingMs,
  }),
});

/** Reads a part of the report. If it is no object, each of its fields is null. */
function reportPart<T extends z.ZodRawShape>(shape: T) {
  const isObject = (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value);
  return z.preprocess((value) => (isObject(value) ? value : {}), z.object(shape));
}

/** Reads the health report, each field by itself. Fails if no field is readable. */
export function readHealth(value: unknown): Result<HealthReport> {
  const read = healthReport.safeParse(value);
  const isReport = read.success && Object.values(read.data).some(hasValue);
  return isReport ? { ok: true, value: read.data } : { ok: false, why: 'not as expected', isAnswered: true };
}

function hasValue(fields: object): boolean {
  return Object.values(fields).some((field) => field !== null);
}

/**
 * Reads the ids of banned paintings, in lower case and each once, without values that are no strings. Fails if the
 * value is no array.
 */
export function readBans(value: unknown): Result<readonly string[]> {
  if (!Array.isArray(value)) return { ok: false, why: 'not an array' };
  const ids = value.filter((id) => typeof id === 'string').map((id) => id.trim().toLowerCase());
  return { ok: true, value: [...new Set(ids)].filter((id) => id !== '') };
}

const errorBody = z.object({ error: z.string() });

/** Returns the code in the service's own error body, such as `NOT_CACHED`, or null if the body is not the service's. */
export function readError(text: string): string | null {
  try {
    return errorBody.safeParse(JSON.parse(text)).data?.error ?? null;
  } catch {
    // A body that is not JSON is a proxy's.
    return null;
  }
}
