import type { AuctionEvent, EconomyEvent, Item, Shop, TransactionEvent } from './domain.ts';
import type { Painting } from './paintings/gallery.ts';

/** A stack to be made: what is left out is made plain. */
export type ItemSpec = Pick<Item, 'type'> & Partial<Item>;

/** A shop to be listed: what is left out is made up. */
export type ShopSpec = Partial<Omit<Shop, 'id' | 'item'>> & { readonly item?: ItemSpec };

/** What is auctioned: `amount` items of a kind. */
export interface Lot {
  readonly item: ItemSpec;
  readonly amount: number;
  readonly finalBid: number;
}

/** When a trade happened (epoch ms), and what the sign asked for a bundle then; what is left out is as it is now. */
export interface Then {
  readonly at?: number;
  readonly price?: number;
}

/** What a step did, and to which shop (an auction has none). */
export interface Happening {
  readonly did: 'buy' | 'sell' | 'auction' | 'restock' | 'list' | 'price' | 'remove' | 'nothing';
  readonly shopId?: number;
}

/** A simulated market: the truth the service publishes, steered by tests and by `step`. Unknown shop ids throw RangeError. */
export interface Economy {
  /** Grows with every change a snapshot would show. */
  readonly version: number;
  /** Grows with every change of the bans. */
  readonly bansVersion: number;
  /** The paintings of the market's players. */
  readonly paintings: readonly Painting[];
  /** The canvas ids of the paintings in the market. */
  readonly canvases: readonly string[];
  shops(): readonly Shop[];
  shop(id: number): Shop | undefined;
  bannedPaintings(): readonly string[];
  /** Lets one plausible thing happen; the same seed and calls bring the same things. */
  step(): Happening;
  /** Somebody buys at a SELLING shop: its stock falls. Throws RangeError if the stock is too small. */
  buy(shopId: number, bundles?: number, then?: Then): TransactionEvent;
  /** Somebody buys all whole bundles of a SELLING shop. Throws RangeError if there is none. */
  sellOut(shopId: number): TransactionEvent;
  /** Somebody sells at a BUYING shop: its stock rises. */
  sell(shopId: number, bundles?: number, then?: Then): TransactionEvent;
  auction(lot: Lot & Pick<Then, 'at'>): AuctionEvent;
  /** Makes up the next auction. */
  makeLot(): Lot;
  list(shop?: ShopSpec): Shop;
  /** Puts in (or, if negative, takes out) so many items, not below 0. */
  restock(shopId: number, items: number): Shop;
  setPrice(shopId: number, price: number): Shop;
  remove(shopId: number): void;
  banPainting(canvasId: string): void;
  unban(canvasId: string): void;
  /** Tells of every auction and trade; the answer ends it. */
  onEvent(listener: (event: EconomyEvent) => void): () => void;
}
