import type { Feed } from '../routing/feed.ts';

/** Feeds as they were before a change, so that *Undo* puts all of them back. Kept for ten minutes, through restarts. */
export interface FeedUndos {
  /** @returns a short key, safe in a custom id */
  keep(feeds: readonly [Feed, ...Feed[]]): Promise<string>;
  /** @returns the feeds, or null if the key is unknown or expired */
  find(key: string): Promise<readonly Feed[] | null>;
  forget(key: string): Promise<void>;
}
