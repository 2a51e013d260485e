import type { Item } from '../item/item.ts';

export interface Location {
  readonly x: number;
  readonly y: number;
  readonly z: number;
  readonly world: string;
}

export interface Owner {
  /** Null if the service gives none; the uuid still tells owners apart. */
  readonly name: string | null;
  /** Lower-case UUID. */
  readonly uuid: string;
}

/**
 * `ask`: players buy here (wire: SELLING). `bid`: players sell here (BUYING). Null for any other kind, such as FROZEN;
 * never ranked.
 */
export type Side = 'ask' | 'bid' | null;

/**
 * The `remaining` of a shop without a limit (wire: -1). Finite, so that JSON keeps it and comparisons order it above
 * every counted stock. Trades never lower it.
 */
export const UNLIMITED = Number.MAX_SAFE_INTEGER;

/**
 * One chest shop as the last snapshot has it; immutable. `price`: diamonds for one bundle of `item.quantity` items,
 * from 0 to 2^53, decimals too. `remaining`: items left; of a bid, room for so many items; or `UNLIMITED`. `kind`: the
 * wire's own word for the side. `awaitsFirstStock`: the shop is new, or has changed its goods, and could not trade one
 * bundle of them in any snapshot since. It counts as listed with the first bundle.
 */
export interface Shop {
  readonly id: number;
  readonly owner: Owner;
  readonly location: Location;
  readonly side: Side;
  readonly kind: string;
  readonly price: number;
  readonly remaining: number;
  readonly item: Item;
  readonly awaitsFirstStock?: true | undefined;
}
