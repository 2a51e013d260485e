import type { Filter } from '../market/filter.ts';
import type { ItemChoice } from '../market/item.ts';

/** What makes a watch tell; further triggers come with a later step. */
export const WATCH_TRIGGERS = ['at-or-below', 'auctioned', 'traded'] as const;
export type WatchTrigger = (typeof WATCH_TRIGGERS)[number];

/**
 * One person's price watch. `price`: unit price in diamonds; the target of `at-or-below`, for `auctioned` and `traded` a
 * most, null: any. `filter` repeats `item` (its `item` is always set). `cooldownMinutes`: after telling, further
 * notices are gathered so long and told together.
 */
export interface Watch {
  readonly id: string;
  readonly userId: string;
  readonly item: ItemChoice;
  readonly trigger: WatchTrigger;
  readonly price: number | null;
  readonly filter: Filter;
  readonly repeat: 'recurring' | 'once';
  readonly cooldownMinutes: number;
  /** Epoch ms, null: never. */
  readonly expiresAt: number | null;
  /** BCP 47; the person's, when the watch was made. */
  readonly locale: string;
  readonly createdAt: number;
  readonly paused: boolean;
}
