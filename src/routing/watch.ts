import type { ItemChoice } from '../market/item/item.ts';
import type { Filter } from '../market/search/filter.ts';
import type { Absences } from './absence.ts';

/**
 * Triggers of a watch. Most check shops that sell, `at-or-above` checks shops that buy, `auctioned` and `traded` check
 * events. `under-worth` checks shops that sell for less than the item's worth.
 */
export const WATCH_TRIGGERS = [
  'at-or-below',
  'at-or-above',
  'listed',
  'restocked',
  'sold-out',
  'auctioned',
  'traded',
  'under-worth',
] as const;

/** `my-shop` watches report on the user's own shops and have a command of their own. */
export type WatchTrigger = (typeof WATCH_TRIGGERS)[number] | 'my-shop';

/** Triggers that need a price. */
export const PRICE_TRIGGERS: readonly WatchTrigger[] = ['at-or-below', 'at-or-above'];
/** Triggers with an optional highest price. All others have none. */
export const OPTIONAL_PRICE_TRIGGERS: readonly WatchTrigger[] = ['auctioned', 'traded'];

/**
 * Triggers that depend on the stream, so an outage loses their notices. Changes of shops are found again in the next
 * snapshot.
 */
export const STREAM_TRIGGERS: readonly WatchTrigger[] = ['auctioned', 'traded', 'my-shop'];

/** Returns the default minutes between two messages. A `my-shop` watch gathers instead (`everyMinutes`). */
export function usualCooldown(trigger: WatchTrigger): number {
  return trigger === 'my-shop' ? 0 : 60;
}

/** Default `everyMinutes` of a new `my-shop` watch, because a busy shop sells every minute. */
export const USUAL_EVERY_MINUTES = 60;

/** Returns the owner of a `my-shop` watch's shops: the uuid if known, else the name. */
export function shopOwnerOf({ filter }: Pick<Watch, 'filter'>): string {
  return filter.ownerId ?? filter.owner ?? '';
}

/** Returns whether a watch with this trigger may ask for every item. */
export function mayLackItem(trigger: WatchTrigger): boolean {
  return trigger === 'under-worth' || trigger === 'my-shop';
}

/** Returns whether a watch with this trigger can have a price. */
export function takesPrice(trigger: WatchTrigger): boolean {
  return PRICE_TRIGGERS.includes(trigger) || OPTIONAL_PRICE_TRIGGERS.includes(trigger);
}

/** A user's subscription. */
export interface Watch {
  readonly type: 'watch';
  readonly id: string;
  readonly userId: string;
  /** Null for every item (`my-shop` and `under-worth`), else `filter` repeats it. */
  readonly item: ItemChoice | null;
  readonly trigger: WatchTrigger;
  /**
   * Unit price in diamonds: the target of `at-or-below` and `at-or-above`, the highest for `auctioned` and `traded`
   * (null for any).
   */
  readonly price: number | null;
  readonly filter: Filter;
  /** `under-worth` only: the least discount from the worth in per cent, 1-99. Absent: 25 (`USUAL_TERMS`). */
  readonly percent?: number;
  /** `under-worth` only: the least saving in diamonds. Absent: 0.1 (`USUAL_TERMS`). */
  readonly minSaving?: number;
  readonly repeat: 'recurring' | 'once';
  /** Time after a delivery in which further notices are gathered, to be sent together. */
  readonly cooldownMinutes: number;
  /**
   * `my-shop` only: the length of the window whose notices are gathered into one message with totals. Absent or 0
   * delivers at once.
   */
  readonly everyMinutes?: number;
  /** Epoch ms, or null if it never expires. */
  readonly expiresAt: number | null;
  /** Epoch ms until which notices are gathered and then sent together, or null if not snoozed. */
  readonly snoozedUntil: number | null;
  /** BCP 47; the user's when the watch was created. */
  readonly locale: string;
  readonly createdAt: number;
  readonly paused: boolean;
  /** Parts of the filter that have left the list of shops. Absent if none has. */
  readonly absences?: Absences;
}
