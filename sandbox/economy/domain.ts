/** One stack as the game holds it. */
export interface Item {
  readonly type: string;
  readonly quantity: number;
  readonly name: string;
  /** Extra data as an SNBT text. `{}` means none. */
  readonly snbt: string;
  /** The form in the shop list if it differs: no pixels, text components as JSON in quotes. */
  readonly listedSnbt?: string;
  /** Contents of a type that holds items. Null is an empty slot. */
  readonly childItems?: readonly (Item | null)[];
}

export interface Owner {
  /** Null if the service does not know the owner's name. */
  readonly name: string | null;
  readonly uuid: string;
}

export interface Place {
  readonly x: number;
  readonly y: number;
  readonly z: number;
  readonly world: string;
}

/** The `remaining` of a shop without a limit. */
export const UNLIMITED = -1;

/** A chest shop. Immutable: a change replaces the record, so an event keeps the shop as it was at its moment. */
export interface Shop {
  readonly id: number;
  readonly owner: Owner;
  readonly location: Place;
  /** SELLING, BUYING or FROZEN. */
  readonly type: string;
  /** Price of one bundle (`item.quantity` items), in diamonds. */
  readonly price: number;
  /**
   * Items left, or items that a BUYING shop still takes. `UNLIMITED` if there is no limit. The service may report
   * bundles.
   */
  readonly remaining: number;
  readonly item: Item;
}

export interface AuctionEvent {
  readonly kind: 'auction';
  /** Epoch milliseconds. */
  readonly at: number;
  readonly item: Item;
  /** Items sold, which may differ from `item.quantity`. */
  readonly amount: number;
  readonly finalBid: number;
}

export interface TransactionEvent {
  readonly kind: 'transaction';
  /** Epoch milliseconds. */
  readonly at: number;
  readonly direction: 'buyFromShop' | 'sellToShop';
  /** The shop after the trade. */
  readonly shop: Shop;
  /** Items moved. */
  readonly moved: number;
  /** Total price, in diamonds. */
  readonly paid: number;
}

/** Events of the stream. Listings, restocks, prices and removals show only in the snapshot. */
export type EconomyEvent = AuctionEvent | TransactionEvent;
