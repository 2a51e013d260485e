import type { ItemChoice } from '../market/item/item.ts';
import type { Filter } from '../market/search/filter.ts';
import type { Absences } from './absence.ts';

/**
 * Triggers of a watch. Most look at shops that sell, `at-or-above` at shops that buy, `auctioned` and `traded` at
 * events. `under-worth` looks at shops that sell for less than the item's worth.
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

/** `my-shop`: what a shop owner wants to know of their own shops. It is made by a command of its own. */
export type WatchTrigger = (typeof WATCH_TRIGGERS)[number] | 'my-shop';

/** Triggers that need a price, and those for which it is a most that may be left out; the others have none. */
export const PRICE_NEEDED: readonly WatchTrigger[] = ['at-or-below', 'at-or-above'];
export const PRICE_AT_MOST: readonly WatchTrigger[] = ['auctioned', 'traded'];

/** Triggers that wait for what the stream tells: while it is down, that is lost. Shops are caught up with. */
export const ON_STREAM: readonly WatchTrigger[] = ['auctioned', 'traded', 'my-shop'];

/** Minutes between two messages, where nobody asks for others. A `my-shop` watch gathers instead (`everyMinutes`). */
export function usualCooldown(trigger: WatchTrigger): number {
  return trigger === 'my-shop' ? 0 : 60;
}

/** Minutes for which a new `my-shop` watch gathers, where nobody asks for others: a busy shop sells every minute. */
export const USUAL_EVERY_MINUTES = 60;

/** The player whose shops a `my-shop` watch is of: by uuid where it is known, else by name. */
export function shopOwnerOf({ filter }: Pick<Watch, 'filter'>): string {
  return filter.ownerId ?? filter.owner ?? '';
}

/** Whether a watch with this trigger may ask for every item. */
export function mayLackItem(trigger: WatchTrigger): boolean {
  return trigger === 'under-worth' || trigger === 'my-shop';
}

/** Whether a watch with this trigger can have a price. */
export function takesPrice(trigger: WatchTrigger): boolean {
  return PRICE_NEEDED.includes(trigger) || PRICE_AT_MOST.includes(trigger);
}

/**
 * A user's subscription. `item` null: every item (`my-shop`, whose owner is `filter.owner`, and `under-worth`); else
 * `filter` repeats it. `price`: unit price in diamonds: the target of `at-or-below` and `at-or-above`, for `auctioned`
 * and `traded` a most, null: any. `cooldownMinutes`: after a delivery, further notices are gathered so long and sent
 * together; so are those that come before `snoozedUntil` (epoch ms, null: not snoozed).
 */
export interface Watch {
  readonly type: 'watch';
  readonly id: string;
  readonly userId: string;
  readonly item: ItemChoice | null;
  readonly trigger: WatchTrigger;
  readonly price: number | null;
  readonly filter: Filter;
  /** `under-worth` only: per cent under the worth at least, 1-99. Absent: 25 (`USUAL_TERMS`). */
  readonly percent?: number;
  /** `under-worth` only: diamonds saved at least. Absent: 0.1 (`USUAL_TERMS`). */
  readonly minSaving?: number;
  readonly repeat: 'recurring' | 'once';
  readonly cooldownMinutes: number;
  /** Gather for so many minutes, then tell with totals (`my-shop` alone); absent or 0: at once. */
  readonly everyMinutes?: number;
  /** Epoch ms, null: never. */
  readonly expiresAt: number | null;
  readonly snoozedUntil: number | null;
  /** BCP 47; the person's, when the watch was made. */
  readonly locale: string;
  readonly createdAt: number;
  readonly paused: boolean;
  /** Parts of the filter that have left the list of shops; absent if none has. */
  readonly absences?: Absences;
}
