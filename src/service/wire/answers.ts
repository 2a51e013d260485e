import { z } from 'zod';
import type { HealthReport, Result } from '../../ports/status.ts';

const healthReport = z.object({
  tick: z.object({ last: z.number(), latest: z.number(), gap: z.number(), healthy: z.boolean() }),
  memory: z.object({ free: z.number(), allocated: z.number(), max: z.number() }),
  ping: z.object({
    players: z.number(),
    highLatencySamples: z.array(z.number()),
    minPing: z.number(),
    maxPing: z.number(),
    avgPing: z.number(),
    medianPing: z.number(),
  }),
});

/** The health report, or in plain words what is wrong with it. */
export function readHealth(value: unknown): Result<HealthReport> {
  const read = healthReport.safeParse(value);
  if (read.success) return { ok: true, value: read.data };
  const path = read.error.issues[0]?.path ?? [];
  if (path.length === 0) return { ok: false, why: 'not as expected' };
  const found = path.reduce((within: unknown, name) => Object(within)[name], value);
  return { ok: false, why: `${path.join('.')} is ${found === undefined ? 'missing' : 'not as expected'}` };
}

/** The ids of banned paintings, lower case and each once; what is no string is left out. Fails on anything but an array. */
export function readBans(value: unknown): Result<readonly string[]> {
  if (!Array.isArray(value)) return { ok: false, why: 'not an array' };
  const ids = value.filter((id) => typeof id === 'string').map((id) => id.trim().toLowerCase());
  return { ok: true, value: [...new Set(ids)].filter((id) => id !== '') };
}

const errorBody = z.object({ error: z.string() });

/** The code in the service's own error body, such as `NOT_CACHED`; null: the body is not the service's. */
export function readError(text: string): string | null {
  try {
    return errorBody.safeParse(JSON.parse(text)).data?.error ?? null;
  } catch {
    // Not JSON: then a proxy wrote it.
    return null;
  }
}
