import { z } from 'zod';

const epochMsOrNull = z.number().nullable();

const stream = z.object({
  state: z.enum(['connecting', 'live', 'down', 'stopped']),
  since: z.number(),
  lastFrameAt: epochMsOrNull,
  lastEventAt: epochMsOrNull,
  counted: z.record(z.string(), z.number()),
  unread: z.record(z.string(), z.number()).exactOptional(),
});

/** The snapshot's status under the names of the store. They stay, because processes of two versions read each other. */
const storedSnapshot = z.object({
  takenAt: epochMsOrNull,
  records: z.number(),
  duplicates: z.number(),
  setAside: z.number(),
  trouble: z.string().nullable(),
  failedAt: epochMsOrNull,
  nextAt: epochMsOrNull,
  askingSince: epochMsOrNull,
  tookMs: z.number().exactOptional(),
  isReadingSaved: z.boolean().exactOptional(),
  untoldSince: z.number().exactOptional(),
  isStockUnitContradicted: z.boolean().exactOptional(),
});

const snapshot = storedSnapshot.transform(({ setAside, askingSince, tookMs, untoldSince, ...same }) => ({
  ...{ ...same, quarantined: setAside, refreshStartedAt: askingSince },
  ...(tookMs !== undefined && { durationMs: tookMs }),
  ...(untoldSince !== undefined && { unreportedSince: untoldSince }),
}));

const leaderStatus = z.object({
  stream,
  snapshot,
  shown: z.object({ snapshotAt: z.number(), at: z.number() }).nullable(),
  writeTrouble: z.string().nullable(),
});

const result = <T extends z.ZodType>(value: T) =>
  z.union([z.object({ ok: z.literal(true), value }), z.object({ ok: z.literal(false), why: z.string() })]);

const report = z.object({
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

const serviceHealth = z.object({
  askedAt: z.number(),
  up: result(z.literal(true)),
  report: result(report),
  lastReport: z.object({ askedAt: z.number(), value: report }).nullable(),
});

/**
 * The leader's status of the data service, published once a second; times in epoch ms.
 * - `shown`: the snapshot of the leader's market and when the service last confirmed it, or null if there is none
 * - `writeTrouble`: the reason why events cannot be written, or null
 */
export type LeaderStatus = z.infer<typeof leaderStatus>;

/** Returns the value to publish, which `readLeaderStatus` reads. */
export function writeLeaderStatus({ snapshot, ...status }: LeaderStatus): z.input<typeof leaderStatus> {
  const { quarantined, refreshStartedAt, durationMs, unreportedSince, ...same } = snapshot;
  const stored = {
    ...{ ...same, setAside: quarantined, askingSince: refreshStartedAt },
    ...(durationMs !== undefined && { tookMs: durationMs }),
    ...(unreportedSince !== undefined && { untoldSince: unreportedSince }),
  };
  return { ...status, snapshot: stored };
}

/** @returns null if the value is no valid status, for example because another release of Crier wrote it */
export function readLeaderStatus(value: unknown): LeaderStatus | null {
  return leaderStatus.safeParse(value).data ?? null;
}

/**
 * Reads the service's last answers about its health; see `ServiceHealth`.
 * @returns null if the value is invalid
 */
export function readServiceHealth(value: unknown): z.infer<typeof serviceHealth> | null {
  return serviceHealth.safeParse(value).data ?? null;
}
