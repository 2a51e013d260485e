import type { ShopChange } from '../change.ts';
import type { Market } from '../market.ts';
import type { SavedSnapshot } from './snapshot.ts';

/** What a snapshot made of the market. `unannounced`: new shops left out of `changes`, see `load`. */
export interface Loaded {
  readonly market: Market;
  /** What is new, what has changed, what is gone; each by the shop's id. */
  readonly changes: readonly ShopChange[];
  readonly unannounced: number;
  readonly saved: SavedSnapshot;
  /** What is otherwise where only what changed was taken in: that would be a fault of ours. null: nothing, or nobody looked. */
  readonly checkFault: string | null;
}
