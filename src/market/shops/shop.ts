import type { Item } from '../item/item.ts';

export interface Location {
  readonly x: number;
  readonly y: number;
  readonly z: number;
  readonly world: string;
}

export interface Owner {
  /** Null if the service sends no name; the uuid still identifies the owner. */
  readonly name: string | null;
  /** UUID in lower case. */
  readonly uuid: string;
}

export type Side =
  /** Players buy here (wire: SELLING). */
  | 'ask'
  /** Players sell here (wire: BUYING). */
  | 'bid'
  /** Any other kind, such as FROZEN, which is never ranked. */
  | null;

/**
 * The `remaining` of a shop without a limit (wire: -1). It is finite so that JSON keeps it and comparisons order it
 * above any counted stock. Trades never lower it.
 */
export const UNLIMITED = Number.MAX_SAFE_INTEGER;

/** One chest shop as in the last snapshot; immutable. */
export interface Shop {
  readonly id: number;
  readonly owner: Owner;
  readonly location: Location;
  readonly side: Side;
  /** The wire's name for the side. */
  readonly kind: string;
  /** Diamonds for one bundle of `item.quantity` items, from 0 to 2^53, with decimals. */
  readonly price: number;
  /** Items left, room for items if it is a bid, or `UNLIMITED`. */
  readonly remaining: number;
  readonly item: Item;
  /**
   * The shop is new or has changed its goods, and has not had one bundle of them since. It counts as listed once it
   * has.
   */
  readonly awaitsFirstStock?: true | undefined;
}
