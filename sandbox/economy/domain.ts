/** One stack as the game holds it. */
export interface Item {
  readonly type: string;
  readonly quantity: number;
  readonly name: string;
  /** Extra data as an SNBT text; `{}` says nothing. */
  readonly snbt: string;
  /** The same as the shop list writes it, where it differs: without pixels, text components as JSON in quotes. */
  readonly listedSnbt?: string;
  /** Only where the type can hold items; null is an empty slot. */
  readonly childItems?: readonly (Item | null)[];
}

export interface Owner {
  /** The service does not know the names of all owners. */
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

/** A chest shop. Immutable: a change puts a new record in its place, so an event keeps the picture of its moment. */
export interface Shop {
  readonly id: number;
  readonly owner: Owner;
  readonly location: Place;
  /** SELLING, BUYING or FROZEN. */
  readonly type: string;
  /** Of one bundle (`item.quantity` items), in diamonds. */
  readonly price: number;
  /**
   * Items left, or room for so many at a BUYING shop; `UNLIMITED` where neither ends. The service may write bundles.
   */
  readonly remaining: number;
  readonly item: Item;
}

export interface AuctionEvent {
  readonly kind: 'auction';
  /** Epoch milliseconds. */
  readonly at: number;
  readonly item: Item;
  /** Items sold: not `item.quantity`. */
  readonly amount: number;
  readonly finalBid: number;
}

export interface TransactionEvent {
  readonly kind: 'transaction';
  /** Epoch milliseconds. */
  readonly at: number;
  readonly direction: 'buyFromShop' | 'sellToShop';
  /** The shop as it stood after the trade. */
  readonly shop: Shop;
  /** Items moved. */
  readonly moved: number;
  /** Diamonds paid in all. */
  readonly paid: number;
}

/** What the stream tells of; listings, restocks, prices and removals show in the snapshot alone. */
export type EconomyEvent = AuctionEvent | TransactionEvent;
