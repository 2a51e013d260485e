import { HOUR_MS, MINUTE_MS, WEEK_MS } from '../time/durations.ts';

/**
 * A refusal of a target's messages with a 403 or 404 that is not on the list of permanent ones, so it may pass by
 * itself.
 */
export interface RetriedRefusal {
  /** Discord's JSON error code, or 0 if the answer has none. */
  readonly code: number;
  /** First refusal, epoch ms. */
  readonly since: number;
  /** End of the retries, when the target was paused (epoch ms), or null while they go on. */
  readonly pausedAt: number | null;
  /** End of the refusal (epoch ms), while its backlog is not yet sent. Absent while the refusal lasts. */
  readonly endedAt?: number;
}

/** Product rule: a refusal of an unlisted code is retried for six hours before it pauses its target. */
const RETRIED_MS = 6 * HOUR_MS;
/**
 * Limits how long a refusal is kept, and with it the backlog of the target that it paused. As long as the journal keeps
 * ended notices.
 */
export const REFUSAL_KEPT_MS = WEEK_MS;
/** Limits the time in which a backlog is summed up after the end of a refusal. */
export const CATCH_UP_MS = HOUR_MS;
const FIRST_RETRY_WAIT_MS = 5_000;
const LONGEST_RETRY_WAIT_MS = 10 * MINUTE_MS;
/** Random share added to a wait, so that many targets do not retry at one moment. */
const JITTER_SHARE = 0.25;
/** Product rule: users see a refusal from its second minute. A shorter one is over before they can act. */
const SHOWN_AFTER_MS = MINUTE_MS;

/** Returns the end of the retries, epoch ms. */
export function retriedUntil({ since }: Pick<RetriedRefusal, 'since'>): number {
  return since + RETRIED_MS;
}

/**
 * Returns the wait before the next attempt. It equals the time since the first refusal, so it doubles with each attempt
 * and survives a restart.
 * @param chance in [0, 1)
 * @returns ms, or null if the target has been retried for six hours
 */
export function nextRetryMs(refusal: Pick<RetriedRefusal, 'since'>, now: number, chance: number): number | null {
  const leftMs = retriedUntil(refusal) - now;
  if (leftMs <= 0) return null;
  const longestMs = Math.min(Math.max(now - refusal.since, FIRST_RETRY_WAIT_MS), LONGEST_RETRY_WAIT_MS);
  return Math.min(Math.ceil(longestMs * (1 + JITTER_SHARE * chance)), leftMs);
}

/** Returns whether a refusal has lasted long enough to be shown to users. */
export function isLasting({ since }: Pick<RetriedRefusal, 'since'>, now: number): boolean {
  return now - since >= SHOWN_AFTER_MS;
}
