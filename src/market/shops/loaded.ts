import type { ShopChange } from '../change.ts';
import type { Market } from '../market.ts';
import type { SavedSnapshot } from './snapshot.ts';

/** The market that a snapshot makes, with its differences to the one before. */
export interface Loaded {
  readonly market: Market;
  /** New shops first, then changed ones, then those that are gone; each in the order of the shops' ids. */
  readonly changes: readonly ShopChange[];
  /** So many shops are new at once that each feed and watch is notified of them together. */
  readonly isFlood: boolean;
  /** Ids that several records of the snapshot have. */
  readonly repeatedIds: readonly number[];
  readonly saved: SavedSnapshot;
  /**
   * Why taking in only the changes failed, or how its result differs: a fault in Crier. Null if neither, or unchecked.
   */
  readonly checkFault: string | null;
}
