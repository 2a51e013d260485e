import type { Item } from '../item/item.ts';

export interface Location {
  readonly x: number;
  readonly y: number;
  readonly z: number;
  readonly world: string;
}

export interface Owner {
  readonly name: string;
  /** Lower-case UUID. */
  readonly uuid: string;
}

/** `ask`: players buy here (wire: SELLING). `bid`: players sell here (BUYING). null: a kind we do not know; never ranked. */
export type Side = 'ask' | 'bid' | null;

/**
 * One chest shop as the last snapshot told it; immutable. `price`: diamonds for one bundle of `item.quantity` items, an
 * integer from 0. `remaining`: stock in items (an assumption: the service does not say whether items or bundles).
 * `kind`: the wire's own word for the side.
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
}
