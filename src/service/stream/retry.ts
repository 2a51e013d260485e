import { Backoff } from '../../time/backoff.ts';
import { adviceOn, type Ending } from './ending.ts';

/** The first retry comes within 2 s, later ones within a minute. */
const BACKOFF = new Backoff({ firstMs: 2_000, capMs: 60_000, jitter: 1, leastMs: 100 });
const SLOW_MS = 60_000;
const LONGEST_RETRY_AFTER_MS = 300_000;
/** Only a connection that lived so long is a success; accepting and closing is not. */
const LONG_LIFE_MS = 60_000;

/** Connections in a row that did not live long, from 0; -1: none was tried yet. */
export type Attempt = number;

/** The attempt that follows a connection: from the beginning after a long life, else one more. */
export function nextAttempt(attempt: Attempt, livedMs: number): Attempt {
  return livedMs >= LONG_LIFE_MS ? 0 : attempt + 1;
}

/**
 * The wait before the stream is tried again. Every close is followed by a retry, whatever its code. What the operator has
 * to mend is retried slowly; a `Retry-After` is honoured up to five minutes. `chance`: in [0, 1).
 */
export function retryMs(ending: Ending, attempt: Attempt, chance: number): number {
  if (adviceOn(ending) !== null) return SLOW_MS * (1 + chance);
  const asked = ending.kind === 'refused' ? (ending.retryAfterMs ?? 0) : 0;
  return Math.max(BACKOFF.after(attempt).waitMs(chance), Math.min(asked, LONGEST_RETRY_AFTER_MS));
}
