import type { Feed } from './feed.ts';
import type { Target } from './notice.ts';
import type { Watch } from './watch.ts';

/** Where a feed or watch tells. */
export function targetOf(subscription: Feed | Watch): Target {
  return subscription.type === 'watch'
    ? { kind: 'user', id: subscription.userId }
    : { kind: 'channel', id: subscription.channelId };
}

/** A target as a map's key: `channel:123…`. */
export function targetKey(target: Target): string {
  return `${target.kind}:${target.id}`;
}
