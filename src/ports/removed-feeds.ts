import type { Feed } from '../routing/feed.ts';

/** Feeds that were removed, for ten minutes, through restarts. */
export interface RemovedFeeds {
  /** A short key, safe in a custom id. */
  keep(feed: Feed): Promise<string>;
  /** null: none, or no more. */
  find(key: string): Promise<Feed | null>;
  forget(key: string): Promise<void>;
}
