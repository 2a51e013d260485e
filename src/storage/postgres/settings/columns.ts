import type { Feed } from '../../../routing/feed.ts';
import { placeOf } from '../../../routing/lookups.ts';
import type { Watch } from '../../../routing/watch.ts';
import { storedText } from '../text.ts';

// What stands beside a record, so that it is found: the columns' types by their names, and their values in the same order.

export const FEED_COLUMNS = {
  ...{ guild_id: 'text', channel_id: 'text', kind: 'text' },
  ...{ lookup: 'text', reach: 'float8', awake: 'boolean', created_at: 'bigint' },
} as const;

export function feedValues(feed: Feed): readonly unknown[] {
  const { guildId, channelId, kind, paused, createdAt } = feed;
  const { lookup, reach } = placeOf(feed);
  return [guildId, channelId, kind, storedText(lookup), reach, !paused, createdAt];
}

export const WATCH_COLUMNS = {
  ...{ user_id: 'text', lookup: 'text', reach: 'float8', awake: 'boolean' },
  ...{ expires_at: 'bigint', once: 'boolean', created_at: 'bigint' },
} as const;

export function watchValues(watch: Watch): readonly unknown[] {
  const { userId, paused, expiresAt, repeat, createdAt } = watch;
  const { lookup, reach } = placeOf(watch);
  return [userId, storedText(lookup), reach, !paused, expiresAt, repeat === 'once', createdAt];
}
