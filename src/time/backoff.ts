/** How waits grow: the n-th is at most `firstMs * 2^n`, and never more than `capMs`. */
export interface Backoff {
  readonly firstMs: number;
  readonly capMs: number;
}

/** The least wait: enough not to spin when chance says 0. */
const LEAST_MS = 100;

/**
 * The wait before another try, with full jitter: anywhere between nothing and the bound, so that many clients cut at one
 * moment do not come back at one moment. `attempt` counts from 0; `chance` is a number in [0, 1).
 */
export function waitMs({ firstMs, capMs }: Backoff, attempt: number, chance: number): number {
  const bound = Math.min(capMs, firstMs * 2 ** Math.min(attempt, 30));
  return Math.max(LEAST_MS, Math.floor(bound * chance));
}
