import type { Journal } from '../ports/journal.ts';
import type { Subscriptions } from '../ports/settings.ts';
import type { HealthReport, Result } from '../ports/status.ts';
import type { Cause, ServerState } from '../routing/notice.ts';
import type { Job } from './job.ts';

const LOOK_EVERY_MS = 20_000;

const CHECKPOINTS: Record<ServerState, string> = { up: 'server-up', slow: 'server-slow', down: 'server-down' };
const STATES: readonly ServerState[] = ['up', 'slow', 'down'];

export interface ServerHealthParts {
  readonly subscriptions: Pick<Subscriptions, 'hasFeeds'>;
  readonly journal: Pick<Journal, 'checkpoint'>;
  readonly writer: Pick<Journal, 'saveCheckpoint'>;
  readonly report: () => Promise<Result<HealthReport>>;
  /** Writes down what changed, with the checkpoint that keeps it through a restart. */
  readonly onServerHealth: (
    cause: Extract<Cause, { kind: 'server' }>,
    checkpoint: { name: string; at: number },
  ) => Promise<void>;
  readonly now: () => number;
}

/**
 * Looks at the game server's health as long as a feed wants it. What an earlier run delivered is still believed; what was
 * delivered to feeds that are gone is not.
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
    everyMs: LOOK_EVERY_MS,
    retryAfterMs: LOOK_EVERY_MS,
    async run() {
      health = (await subscriptions.hasFeeds('health')) ? await look(await known(), parts) : null;
      isFirst = false;
    },
  };
}

/** One look at the game server; a change that is believed is written down, and only then believed. */
async function look(
  believed: ServerHealth | null,
  { report, onServerHealth, now }: ServerHealthParts,
): Promise<ServerHealth> {
  const answer = await report();
  const at = now();
  // A new feed takes the server to be well, so that a slow server is news from the first look on.
  const before = believed ?? { state: 'up', since: at, turning: null };
  // A report without `tick.healthy` says no more than that the server is not down.
  const seen = stateIn(answer) ?? (before.state === 'down' ? 'up' : null);
  if (seen === null) return before.turning?.state === 'down' ? { ...before, turning: null } : before;
  const { health, turned } = lookAt(before, seen, at);
  if (turned) {
    const cause = { kind: 'server', at: health.since, state: health.state, ...turned } as const;
    await onServerHealth(cause, { name: CHECKPOINTS[health.state], at: health.since });
  }
  return health;
}

/** The state by `tick.healthy` alone, or null if the service answers but does not say. Only no answer is `down`. */
function stateIn(answer: Result<HealthReport>): ServerState | null {
  if (!answer.ok) return answer.isAnswered ? null : 'down';
  const { healthy } = answer.value.tick;
  if (healthy === null) return null;
  return healthy ? 'up' : 'slow';
}

/** The state that was last delivered, before a restart; null: none yet. */
async function lastDelivered({ journal }: ServerHealthParts): Promise<ServerHealth | null> {
  const delivered = await Promise.all(
    STATES.map(async (state) => ({ state, since: await journal.checkpoint(CHECKPOINTS[state]) })),
  );
  return delivered.reduce<ServerHealth | null>((latest, { state, since }) => {
    if (since === null || (latest !== null && latest.since >= since)) return latest;
    return { state, since, turning: null };
  }, null);
}

/** The confirmed state of the game server. `turning`: a differing state of the latest looks. Times in epoch ms. */
export interface ServerHealth {
  readonly state: ServerState;
  readonly since: number;
  readonly turning: { readonly state: ServerState; readonly since: number; readonly looks: number } | null;
}

/** Looks in a row that confirm a change, so that a server that flutters causes no messages. */
const AGREEING = 3;

/** @returns the state after one more look, and if it changed, the state before (`turned`) and how long it lasted */
export function lookAt(
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
      ? { ...health.turning, looks: health.turning.looks + 1 }
      : { state: seen, since: at, looks: 1 };
  if (turning.looks < AGREEING) return { health: { ...health, turning }, turned: null };
  return {
    health: { state: seen, since: turning.since, turning: null },
    turned: { before: health.state, lastedMs: Math.max(0, turning.since - health.since) },
  };
}
