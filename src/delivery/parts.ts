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

/** The dependencies of delivery. It awaits callbacks and logs their errors. */
export interface DeliveryParts {
  readonly journal: Outbox & Pick<History, 'outages'>;
  readonly leases: TargetLeases;
  readonly rateLimiter: GlobalRateLimiter;
  readonly messenger: Messenger;
  readonly subscriptions: Pick<Subscriptions, 'get' | 'lookup' | 'of'>;
  /** Returns the current market, or null before the first snapshot. */
  readonly shops: () => LiveShops | null;
  /** Returns the worth of an item, unit price in diamonds, or null if unknown. */
  readonly worthOf: (identity: Identity) => Promise<number | null>;
  /** Returns for how many days the shop's ask is the lowest price of its goods, or null if it is not. */
  readonly lowestInDays: (shop: Shop) => Promise<number | null>;
  readonly findPaintings: Pictures['find'];
  readonly isPaused: (target: Target) => boolean | Promise<boolean>;
  readonly retriedRefusals: RetriedRefusals;
  readonly clock: Clock;
  /** Returns a number in [0, 1), for jitter. */
  readonly random: () => number;
  readonly log: Log;
  readonly counts: Counts;
  /**
   * Saves the pause of a target that Discord refused for good, and notifies the makers of its feeds. Rejects if not
   * saved.
   */
  readonly pauseRefused: (pause: Pause, subscriptions: readonly (Feed | Watch)[]) => Promise<void>;
  /** Called after a message of a `once` watch was delivered. */
  readonly onOnceDelivered: (watch: Watch) => void | Promise<void>;
  /** Called when Discord rejects the token. Nothing more is sent. */
  readonly onUnauthorized: (why: string) => void;
}
