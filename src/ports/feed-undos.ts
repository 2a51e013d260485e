import type { Feed } from '../routing/feed.ts';

/** A change of one feed. `after`: null if it was removed; absent in a record of 0.4.0 and before. */
export interface FeedStep {
  readonly before: Feed;
  readonly after?: Feed | null;
}

/**
 * Changes of feeds, so that *Undo* puts the feeds back that nobody changed since. Kept for ten minutes, through
 * restarts.
 */
export interface FeedUndos {
  /** @returns a short key, safe in a custom id */
  keep(steps: readonly [FeedStep, ...FeedStep[]]): Promise<string>;
  /** @returns the steps, or null if the key is unknown or expired */
  find(key: string): Promise<readonly FeedStep[] | null>;
  forget(key: string): Promise<void>;
}
