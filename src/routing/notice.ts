import type { Change } from '../market/change.ts';
import type { Shop } from '../market/shops/shop.ts';
import type { AbsentPart } from './absence.ts';
import type { Feed, FeedPermission } from './feed.ts';
import type { Watch } from './watch.ts';

/** Where a notice goes: a channel of a server, or a person by direct message. Ids are snowflakes. */
export interface Target {
  readonly kind: 'channel' | 'user';
  readonly id: string;
}

/** How the game server does, as far as its health report tells. */
export type ServerState = 'up' | 'slow' | 'down';

/**
 * Why there is a notice. `sample`: `/feed test`. `server`: its health changed, after `lastedMs` of what it was `before`
 * (`isSample`: it did not, `/feed test`).
 * `expiring`: the watch named in `subscriptionIds` ends soon. `feeds-paused`: Discord refused a channel (`code`), its feeds' maker
 * is told. `absent`: an owner, world or type that the watch in `subscriptionIds` names has left the list of shops;
 * `feed-absent`: the same of a feed, whose maker is told. `restored`: a backup was put in the place of the store `at`, made
 * `from`: what happened in between is told to nobody.
 */
export type Cause =
  /**
   * `hasOldStock`: an older Crier wrote it, whose stock was not in items: no reader is shown that stock. `listedWith`: the
   * change is the best of several shops that one snapshot listed.
   */
  | {
      readonly kind: 'change';
      readonly change: Change;
      readonly hasOldStock?: true;
      readonly listedWith?: ListedWith;
      /** Diamonds for one of the shop's goods when it was routed; present if a deal's feed or watch asked for it. */
      readonly worth?: number;
    }
  | { readonly kind: 'sample'; readonly change: Change }
  | {
      readonly kind: 'server';
      readonly at: number;
      readonly state: ServerState;
      readonly before: ServerState;
      readonly lastedMs: number;
      readonly isSample?: true;
    }
  | { readonly kind: 'expiring'; readonly at: number; readonly expiresAt: number }
  | {
      readonly kind: 'feeds-paused';
      readonly at: number;
      readonly channelId: string;
      readonly code: number;
      /** That of a feed there. Absent in notices of older versions. */
      readonly locale?: string;
      /** Absent if no gateway of the process that paused the channel knows its server. */
      readonly place?: FeedPlace;
    }
  | { readonly kind: 'absent'; readonly at: number; readonly part: AbsentPart; readonly since: number }
  | {
      readonly kind: 'feed-absent';
      readonly at: number;
      readonly part: AbsentPart;
      readonly since: number;
      readonly feedId: string;
      readonly channelId: string;
      /** The owner, the world, or the type. */
      readonly name: string;
      /** The feed's, BCP 47. */
      readonly locale: string;
    }
  | { readonly kind: 'restored'; readonly from: number; readonly at: number };

/**
 * A channel of feeds, as the gateway knows it. `channel` is absent if it is gone. `lacking`: the permissions without which
 * nothing can be posted there; empty if none is known to be missing.
 */
export interface FeedPlace {
  readonly server: string;
  readonly channel?: string;
  readonly lacking: readonly FeedPermission[];
}

/**
 * Shops that were listed at once. `count`: all of them, the best one included; `shops`: the next best, best first.
 * `worths`: as `worth` of the cause, for each of `shops`; absent if these are no deals.
 */
export interface ListedWith {
  readonly count: number;
  readonly shops: Shop[];
  readonly worths?: number[];
}

/** One destination and one cause, naming every feed or watch (`subscriptionIds`) that asked for it: one notice, never two. */
export interface Routed {
  readonly target: Target;
  readonly cause: Cause;
  readonly subscriptionIds: readonly string[];
  /** Epoch ms before which it must not leave (a gathering feed). */
  readonly dueAt: number;
}

/** Why a waiting notice was put off: the watch had an alert a short while ago, its quiet hours, or its owner's wish. */
export type Held = 'cooling' | 'quiet' | 'snoozed';

/** A notice that is written down. `id` grows with time. */
export interface Notice extends Routed {
  readonly id: number;
  /** Why it was last put off; null if it never was. */
  readonly held: Held | null;
  /** The merged message that it was in, which a content filter refused. It gets a message of its own. */
  readonly splitFrom?: number;
  /** When that message was split, epoch ms. */
  readonly splitAt?: number;
}

/** Whether it only shows what could be delivered. */
export function isSample(cause: Cause): boolean {
  return cause.kind === 'sample' || (cause.kind === 'server' && cause.isSample === true);
}

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

/** The reason of an outage in which events could not be written. It lost events, so it is reported however short it was. */
export const EVENTS_NOT_WRITTEN = 'unwritten';

/** The reason of an outage from the making of a backup until its restore. All targets are notified of it separately. */
export const RESTORED = 'restored';

/** The reason of notices that were dropped while their target was paused. */
export const TARGET_PAUSED = 'target paused';

/** The reason of a retried message that ended because all of its feeds and watches were removed. */
export const UNWANTED = 'unwanted';
