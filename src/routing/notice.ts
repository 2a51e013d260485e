import type { Change } from '../market/change.ts';
import type { OwnShopsWeek } from '../market/my-shops/week.ts';
import type { Shop } from '../market/shops/shop.ts';
import type { AbsentPart } from './absence.ts';
import type { Feed, FeedPermission } from './feed.ts';
import type { Player } from './person.ts';
import type { Watch } from './watch.ts';

/** The destination of a notice: a channel of a server, or a user's direct messages. Ids are snowflakes. */
export interface Target {
  readonly kind: 'channel' | 'user';
  readonly id: string;
}

/** The state of the game server by its health report. */
export type ServerState = 'up' | 'slow' | 'down';

/** The reason for a notice. */
export type Cause =
  /**
   * `hasOldStock`: an older Crier wrote it, with stock that is not in items, so alerts leave that stock out.
   * `listedWith`: the change is the best of several shops that one snapshot listed.
   */
  | {
      readonly kind: 'change';
      readonly change: Change;
      readonly hasOldStock?: true;
      readonly listedWith?: ListedWith;
      /** Diamonds for one of the shop's goods when it was routed. Present if a feed or watch for deals asked for it. */
      readonly worth?: number;
    }
  /** A sample of `/feed test`. */
  | { readonly kind: 'sample'; readonly change: Change }
  /** The game server's health changed, after `lastedMs` in its state `before`. `isSample`: a sample of `/feed test`. */
  | {
      readonly kind: 'server';
      readonly at: number;
      readonly state: ServerState;
      readonly before: ServerState;
      readonly lastedMs: number;
      readonly isSample?: true;
    }
  /** The watch in `subscriptionIds` ends soon. */
  | { readonly kind: 'expiring'; readonly at: number; readonly expiresAt: number }
  /** Discord refused a channel with `code`. The maker of its feeds is notified. */
  | {
      readonly kind: 'feeds-paused';
      readonly at: number;
      readonly channelId: string;
      readonly code: number;
      /** The locale of a feed there. Absent in notices of older versions. */
      readonly locale?: string;
      /** Absent if no gateway of the process that paused the channel knows its server. */
      readonly place?: FeedPlace;
    }
  /** An owner, world or type that the watch in `subscriptionIds` names has left the list of shops. */
  | { readonly kind: 'absent'; readonly at: number; readonly part: AbsentPart; readonly since: number }
  /** An owner, world or type that a feed names has left the list of shops. The feed's maker is notified. */
  | {
      readonly kind: 'feed-absent';
      readonly at: number;
      readonly part: AbsentPart;
      readonly since: number;
      readonly feedId: string;
      readonly channelId: string;
      /** The owner, the world, or the type. */
      readonly name: string;
      /** The feed's language, a BCP 47 tag. */
      readonly locale: string;
    }
  /** The week at the shops of the user's own player. `locale`: the user's language when it was written. */
  | {
      readonly kind: 'weekly';
      readonly at: number;
      readonly player: Player;
      readonly locale: string;
      readonly week: OwnShopsWeek;
    }
  /** A backup made at `from` replaced the store at `at`. Events in between are reported to no user. */
  | { readonly kind: 'restored'; readonly from: number; readonly at: number };

/**
 * A channel of feeds, as the gateway knows it. `channel` is absent if it was deleted. `lacking` lists the missing
 * permissions without which nothing can be posted there.
 */
export interface FeedPlace {
  readonly server: string;
  readonly channel?: string;
  readonly lacking: readonly FeedPermission[];
}

/**
 * Shops that one snapshot listed. `count` includes the best one; `shops` are the next best, best first. `worths` has
 * the `worth` of each of `shops`, or is absent if these are no deals.
 */
export interface ListedWith {
  readonly count: number;
  readonly shops: Shop[];
  readonly worths?: number[];
}

/** One notice for one destination and one cause, naming every feed or watch that asked for it. */
export interface Routed {
  readonly target: Target;
  readonly cause: Cause;
  readonly subscriptionIds: readonly string[];
  /** Epoch ms before which it must not leave (a gathering feed). */
  readonly dueAt: number;
}

/** The reason why a waiting notice is postponed. */
export type HoldReason =
  /** The watch's cool-down. */
  | 'cooling'
  /** Quiet hours. */
  | 'quiet'
  /** The user snoozed the watch. */
  | 'snoozed';

/** A stored notice. Later notices have higher ids. */
export interface Notice extends Routed {
  readonly id: number;
  /** The latest reason of a postponement, or null if it never was postponed. */
  readonly held: HoldReason | null;
  /** The merged message with this notice that a content filter refused. The notice gets a message of its own. */
  readonly splitFrom?: number;
  /** Epoch ms of that message's split. */
  readonly splitAt?: number;
}

/** Returns whether a notice only shows a possible alert. */
export function isSample(cause: Cause): boolean {
  return cause.kind === 'sample' || (cause.kind === 'server' && cause.isSample === true);
}

/** Returns the destination of a feed's or watch's notices. */
export function targetOf(subscription: Feed | Watch): Target {
  return subscription.type === 'watch'
    ? { kind: 'user', id: subscription.userId }
    : { kind: 'channel', id: subscription.channelId };
}

/** Returns a target as a map's key: `channel:123…`. */
export function targetKey(target: Target): string {
  return `${target.kind}:${target.id}`;
}

/**
 * The reason of an outage in which events could not be written. It lost events, so it is reported however short it was.
 */
export const EVENTS_NOT_WRITTEN = 'unwritten';

/** The reason of an outage from the making of a backup until its restore. All targets are notified of it separately. */
export const RESTORED = 'restored';

/** The reason of notices that were dropped while their target was paused. */
export const TARGET_PAUSED = 'target paused';

/** The reason of a retried message that ended because all of its feeds and watches were removed. */
export const UNWANTED = 'unwanted';
