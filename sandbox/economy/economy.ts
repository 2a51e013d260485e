import type { AuctionEvent, EconomyEvent, Item, Shop, TransactionEvent } from './domain.ts';
import type { Painting } from './paintings/gallery.ts';

/** A stack to make. Missing fields get plain defaults. */
export type ItemSpec = Pick<Item, 'type'> & Partial<Item>;

/** A shop to list. Missing fields get generated values. */
export type ShopSpec = Partial<Omit<Shop, 'id' | 'item'>> & { readonly item?: ItemSpec };

/** An auction to hold: `amount` items of a kind. */
export interface Lot {
  readonly item: ItemSpec;
  readonly amount: number;
  readonly finalBid: number;
}

/** Time of a trade (epoch ms) and the price of a bundle then. Missing fields get present values. */
export interface Then {
  readonly at?: number;
  readonly price?: number;
}

/** Result of a step and its shop. An auction has none. */
export interface StepResult {
  readonly did: 'buy' | 'sell' | 'auction' | 'restock' | 'list' | 'price' | 'remove' | 'nothing';
  readonly shopId?: number;
}

/**
 * A simulated market: the truth that the service publishes, changed by tests and by `step`.
 * Methods throw RangeError for an unknown shop id.
 */
export interface Economy {
  /** Increases with every change that a snapshot shows. */
  readonly version: number;
  /** Increases with every change of the bans. */
  readonly bansVersion: number;
  /** The paintings of the market's players. */
  readonly paintings: readonly Painting[];
  /** The canvas ids of the paintings in the market. */
  readonly canvases: readonly string[];
  shops(): readonly Shop[];
  shop(id: number): Shop | undefined;
  bannedPaintings(): readonly string[];
  /** Makes one plausible change. The same seed and calls make the same changes. */
  step(): StepResult;
  /**
   * Buys at a SELLING shop, which reduces its stock.
   * @throws RangeError if the stock is too small
   */
  buy(shopId: number, bundles?: number, then?: Then): TransactionEvent;
  /**
   * Buys all whole bundles of a SELLING shop.
   * @throws RangeError if it has none
   */
  sellOut(shopId: number): TransactionEvent;
  /** Sells to a BUYING shop, which increases its stock. */
  sell(shopId: number, bundles?: number, then?: Then): TransactionEvent;
  auction(lot: Lot & Pick<Then, 'at'>): AuctionEvent;
  /** Generates the next auction. */
  makeLot(): Lot;
  list(shop?: ShopSpec): Shop;
  /** Adds items, or removes them if the number is negative, down to 0. */
  restock(shopId: number, items: number): Shop;
  setPrice(shopId: number, price: number): Shop;
  remove(shopId: number): void;
  banPainting(canvasId: string): void;
  unban(canvasId: string): void;
  /**
   * Reports every auction and trade to the listener.
   * @returns a function that ends it
   */
  onEvent(listener: (event: EconomyEvent) => void): () => void;
}
