/**
 * Discord refuses the messages of a target with a 403 or 404 that is not on the list of permanent ones, so that it may
 * pass by itself.
 */
export interface RetriedRefusal {
  /** Discord's JSON error code; 0 if the answer has none. */
  readonly code: number;
  /** First refusal, epoch ms. */
  readonly since: number;
  /** End of the retries, when the target was paused, epoch ms; null while they go on. */
  readonly pausedAt: number | null;
  /** End of the refusal, epoch ms, while its backlog is not yet sent; absent while it lasts. */
  readonly endedAt?: number;
}

/** Product rule: a refusal of unknown kind is retried for six hours before it pauses its target. */
const RETRIED_MS = 6 * 3_600_000;
/**
 * Limit of how long a refusal is kept, and with it what waits for a target that it paused: as long as the journal keeps
 * what was told.
 */
export const REFUSAL_KEPT_MS = 7 * 86_400_000;
/** Limit of the time in which a backlog is summed up after the end of a refusal. */
export const CATCH_UP_MS = 3_600_000;
const FIRST_WAIT_MS = 5_000;
const LONGEST_WAIT_MS = 10 * 60_000;
/** Share of a wait that is left to chance, so that many targets do not come back at one moment. */
const JITTER = 0.25;
/** Product rule: users see a refusal from its second minute. A shorter one is over before they can act. */
const SHOWN_AFTER_MS = 60_000;

/** End of the retries, epoch ms. */
export function retriedUntil({ since }: Pick<RetriedRefusal, 'since'>): number {
  return since + RETRIED_MS;
}

/**
 * Wait before the next attempt. It equals the time since the first refusal, so that it doubles with each attempt, and
 * goes on after a restart where it was.
 *
 * @param chance in [0, 1)
 * @returns ms, or null if the target has been retried for six hours
 */
export function nextRetryMs(refusal: Pick<RetriedRefusal, 'since'>, now: number, chance: number): number | null {
  const leftMs = retriedUntil(refusal) - now;
  if (leftMs <= 0) return null;
  const longestMs = Math.min(Math.max(now - refusal.since, FIRST_WAIT_MS), LONGEST_WAIT_MS);
  return Math.min(Math.ceil(longestMs * (1 + JITTER * chance)), leftMs);
}

/** Whether a refusal has lasted long enough for users to be told. */
export function isLasting({ since }: Pick<RetriedRefusal, 'since'>, now: number): boolean {
  return now - since >= SHOWN_AFTER_MS;
}
