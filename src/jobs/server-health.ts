import type { Journal } from '../ports/journal.ts';
import type { Subscriptions } from '../ports/settings.ts';
import type { HealthReport, Result } from '../ports/status.ts';
import type { Cause, ServerState } from '../routing/notice.ts';
import type { Job } from './job.ts';

const HEALTH_CHECK_EVERY_MS = 20_000;

const CHECKPOINTS: Record<ServerState, string> = { up: 'server-up', slow: 'server-slow', down: 'server-down' };
const SERVER_STATES: readonly ServerState[] = ['up', 'slow', 'down'];

export interface ServerHealthParts {
  readonly subscriptions: Pick<Subscriptions, 'hasFeeds'>;
  readonly journal: Pick<Journal, 'checkpoint'>;
  readonly writer: Pick<Journal, 'saveCheckpoint'>;
  readonly report: () => Promise<Result<HealthReport>>;
  /** Writes the change together with the checkpoint that preserves it over a restart. */
  readonly onServerHealth: (
    cause: Extract<Cause, { kind: 'server' }>,
    checkpoint: { name: string; at: number },
  ) => Promise<void>;
  readonly now: () => number;
}

/**
 * Checks the game server's health while a feed wants it. The state that an earlier run delivered still counts; a state
 * delivered to feeds that are gone does not.
 */
export function createServerHealthJob(parts: ServerHealthParts): Job {
  const { subscriptions, writer, now } = parts;
  let health: ServerHealth | null = null;
  let isFirst = true;

  async function known(): Promise<ServerHealth | null> {
    const known = health ?? (isFirst ? await lastDelivered(parts) : null);
    if (known === null) await writer.saveCheckpoint(CHECKPOINTS.up, now());
    return known;
  }

  return {
    name: 'server health',
    firstAfterMs: 0,
    everyMs: HEALTH_CHECK_EVERY_MS,
    retryAfterMs: HEALTH_CHECK_EVERY_MS,
    async run() {
      health = (await subscriptions.hasFeeds('health')) ? await checkGameServer(await known(), parts) : null;
      isFirst = false;
    },
  };
}

/**
 * Checks the game server once. A confirmed change counts only after it was written.
 * @param confirmed the state before, or null if none is known
 */
async function checkGameServer(
  confirmed: ServerHealth | null,
  { report, onServerHealth, now }: ServerHealthParts,
): Promise<ServerHealth> {
  const answer = await report();
  const at = now();
  // Without a confirmed state the server counts as up, so a new feed is also notified of a server that is slow or down.
  const before = confirmed ?? { state: 'up', since: at, turning: null };
  // A report without `tick.healthy` says only that the server is not down.
  const seen = stateIn(answer) ?? (before.state === 'down' ? 'up' : null);
  if (seen === null) return before.turning?.state === 'down' ? { ...before, turning: null } : before;
  const { health, turned } = addCheck(before, seen, at);
  if (turned) {
    const cause = { kind: 'server', at: health.since, state: health.state, ...turned } as const;
    await onServerHealth(cause, { name: CHECKPOINTS[health.state], at: health.since });
  }
  return health;
}

/**
 * Returns the state by `tick.healthy` alone, or null if the service answers without it. Only a missing answer means
 * `down`.
 */
function stateIn(answer: Result<HealthReport>): ServerState | null {
  if (!answer.ok) return answer.isAnswered ? null : 'down';
  const { healthy } = answer.value.tick;
  if (healthy === null) return null;
  return healthy ? 'up' : 'slow';
}

/** @returns the state that was last delivered before the restart, or null if there is none */
async function lastDelivered({ journal }: ServerHealthParts): Promise<ServerHealth | null> {
  const delivered = await Promise.all(
    SERVER_STATES.map(async (state) => ({ state, since: await journal.checkpoint(CHECKPOINTS[state]) })),
  );
  return delivered.reduce<ServerHealth | null>((latest, { state, since }) => {
    if (since === null || (latest !== null && latest.since >= since)) return latest;
    return { state, since, turning: null };
  }, null);
}

/**
 * The confirmed state of the game server, and in `turning` a differing state seen by the latest checks. Times are in
 * epoch ms.
 */
export interface ServerHealth {
  readonly state: ServerState;
  readonly since: number;
  readonly turning: { readonly state: ServerState; readonly since: number; readonly checks: number } | null;
}

/** Checks in a row that confirm a change, so that short fluctuations cause no messages. */
const CHECKS_TO_CONFIRM = 3;

/** @returns the state after one more check, and if it changed, `turned` with the state before and its duration */
export function addCheck(
  health: ServerHealth,
  seen: ServerState,
  at: number,
): {
  readonly health: ServerHealth;
  readonly turned: { readonly before: ServerState; readonly lastedMs: number } | null;
} {
  if (seen === health.state) return { health: { ...health, turning: null }, turned: null };
  const turning =
    health.turning?.state === seen
      ? { ...health.turning, checks: health.turning.checks + 1 }
      : { state: seen, since: at, checks: 1 };
  if (turning.checks < CHECKS_TO_CONFIRM) return { health: { ...health, turning }, turned: null };
  return {
    health: { state: seen, since: turning.since, turning: null },
    turned: { before: health.state, lastedMs: Math.max(0, turning.since - health.since) },
  };
}
