import type { Feed } from './feed.ts';
import { hasEmptied } from './match.ts';
import type { Cause } from './notice.ts';
import { shopOwnerOf, type Watch } from './watch.ts';

const MINUTE_MS = 60_000;

/**
 * When a notice may leave for a feed or watch that gathers: the end of the window that `now` is in, epoch ms; `now` if
 * it gathers nothing. Windows count from the making of the feed or watch, so that not all end together. An empty shop
 * never waits: its owner loses sales meanwhile.
 */
export function gathersUntil(subscription: Feed | Watch, cause: Cause, now: number): number {
  const { createdAt, everyMinutes = 0 } = subscription;
  if (everyMinutes === 0 || isUrgent(subscription, cause)) return now;
  const windowMs = everyMinutes * MINUTE_MS;
  return createdAt + Math.ceil(Math.max(1, now - createdAt) / windowMs) * windowMs;
}

/** Whether a watch gathers its news into one message with totals. */
export function isGathering(subscription: Feed | Watch): subscription is Watch {
  return subscription.type === 'watch' && (subscription.everyMinutes ?? 0) > 0;
}

function isUrgent(subscription: Feed | Watch, cause: Cause): boolean {
  if (subscription.type === 'feed') return false;
  return cause.kind !== 'change' || hasEmptied(shopOwnerOf(subscription), cause.change);
}
