import { UNLIMITED } from '../shops/shop.ts';

/** 36 slots of 64 items, a full inventory: an unlimited shop saves a number of diamonds that a player can reach. */
const CARRIED = 36 * 64;

/**
 * The items that a deal with a shop is counted with: all that are left, of an unlimited shop one load, at least a
 * bundle.
 */
export function loadOf(remaining: number, bundle: number): number {
  return remaining === UNLIMITED ? Math.max(CARRIED, bundle) : remaining;
}
