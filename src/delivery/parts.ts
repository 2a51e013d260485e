import type { Identity } from '../market/item/item.ts';
import type { Shop } from '../market/shops/shop.ts';
import type { GlobalRateLimiter, Messenger, TargetLeases } from '../ports/delivery.ts';
import type { History } from '../ports/journal.ts';
import type { Log } from '../ports/log.ts';
import type { Outbox, Pause, RetriedRefusals } from '../ports/outbox.ts';
import type { Pictures } from '../ports/pictures.ts';
import type { Subscriptions } from '../ports/settings.ts';
import type { Counts } from '../ports/status.ts';
import type { Feed } from '../routing/feed.ts';
import type { Target } from '../routing/notice.ts';
import type { LiveShops } from '../routing/still-true.ts';
import type { Watch } from '../routing/watch.ts';
import type { Clock } from '../time/clock.ts';

/** The dependencies of delivery. Callbacks are awaited; their errors are logged. */
export interface DeliveryParts {
  readonly journal: Outbox & Pick<History, 'outages'>;
  readonly leases: TargetLeases;
  readonly rateLimiter: GlobalRateLimiter;
  readonly messenger: Messenger;
  readonly subscriptions: Pick<Subscriptions, 'get' | 'lookup' | 'of'>;
  /** The current market, or null before the first snapshot. */
  readonly shops: () => LiveShops | null;
  /** The worth of an item, unit price in diamonds, or null if it is unknown. */
  readonly worthOf: (identity: Identity) => Promise<number | null>;
  /** For how many days the shop's ask is the lowest price of its goods, or null if it is not. */
  readonly lowestInDays: (shop: Shop) => Promise<number | null>;
  readonly findPaintings: Pictures['find'];
  readonly isPaused: (target: Target) => boolean | Promise<boolean>;
  readonly retriedRefusals: RetriedRefusals;
  readonly clock: Clock;
  /** In [0, 1), for jitter. */
  readonly random: () => number;
  readonly log: Log;
  readonly counts: Counts;
  /** Discord refused the target for good. Saves the pause and notifies the makers of its feeds. Rejects if not saved. */
  readonly pauseRefused: (pause: Pause, subscriptions: readonly (Feed | Watch)[]) => Promise<void>;
  /** A message of a `once` watch was delivered. */
  readonly onOnceDelivered: (watch: Watch) => void | Promise<void>;
  /** Discord rejected the token; nothing more is sent. */
  readonly onUnauthorized: (why: string) => void;
}
