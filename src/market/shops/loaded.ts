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
  /** Why only taking in what changed failed, or what is otherwise where it was done: a fault of ours. null: none, or nobody looked. */
  readonly checkFault: string | null;
}
