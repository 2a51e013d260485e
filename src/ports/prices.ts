import type { ContainerQuote, FullContainer, Quote, VariantQuote } from '../market/prices/quotes.ts';
import type { PriceStep, TradeSummary } from '../market/prices/summary.ts';
import type { NoWorth, Worth, WorthDifference } from '../market/prices/worth.ts';
import type { Shop } from '../market/shops/shop.ts';
import type { Outage } from './journal.ts';

/** The best current ask and bid for an item. Each is null if there is none, or if no snapshot was read yet. */
export interface PriceQuotes {
  readonly ask: Quote | null;
  readonly bid: Quote | null;
  /** Shops that buy an unknown variant of it. */
  readonly unpricedBids: number;
  /** Whether trades since the snapshot have emptied the last shop that sells it. */
  readonly isSoldOut: boolean;
  /** The cheapest container full of it. */
  readonly full: FullContainer | null;
}

/** Facts about an item's price from `since` to `now`, epoch ms. Prices are unit prices in diamonds. */
export interface PriceFacts extends PriceQuotes {
  readonly since: number;
  readonly now: number;
  /** Purchases from shops, sales to shops, and auctions; null if there are none. */
  readonly purchases: TradeSummary | null;
  readonly sales: TradeSummary | null;
  readonly auctions: TradeSummary | null;
  /** The median of purchases in the period of the same length before, or null if there are too few. */
  readonly medianBefore: number | null;
  /** Based on the purchases of the last 30 days, whatever `since` is. */
  readonly worth: Worth | NoWorth;
  /** The worth of the last 7 days compared with `worth`, or null without a sample for it. */
  readonly trend: WorthDifference | null;
  /** The purchases, grouped by step. */
  readonly points: readonly PriceStep[];
  /**
   * Purchases from before `until` that may be of several kinds of the type, grouped by step, or null if there are none.
   * No other figure includes them.
   */
  readonly mixed: { readonly until: number; readonly points: readonly PriceStep[] } | null;
  /** The best ask of each day, and of now, by time. `ask` is null if no shop sold it. */
  readonly asks: readonly { readonly at: number; readonly ask: number | null }[];
  readonly outages: readonly Outage[];
  /** Epoch ms of the time since which all trades are known, or null if they are for the whole period. */
  readonly knownSince: number | null;
  /**
   * Whether the facts include trades from before `knownSince`, which the service sent later and perhaps not completely.
   */
  readonly hasEarlierTrades: boolean;
}

/** Other kinds in which the plain item is sold now; none for a variant. */
export interface VariantQuotes {
  /** Prices of filled containers of the type by their content, or null if they were not asked for. */
  readonly boxes: { readonly quotes: readonly ContainerQuote[]; readonly mixed: number } | null;
  /** The other variants of the type with their best ask, unit price. */
  readonly variants: readonly VariantQuote[];
}

/** Compares offers with the prices of the last 30 days. Answers may be a minute old. */
export interface LowestPrices {
  /**
   * Returns for how many days, up to 30, the shop's ask is the lowest price of its goods, or null if it is not (see
   * `lowestInDays`).
   */
  daysOf(shop: Shop): Promise<number | null>;
}

/** The worths of items, based on the trades of the last 30 days. Answers may be some seconds old. */
export interface Worths {
  of(item: { readonly key: string; readonly type: string }): Promise<Worth | NoWorth>;
  /** Returns the worth of every item that shops sell now and that has one, by identity key. */
  all(): Promise<ReadonlyMap<string, Worth>>;
}

/**
 * Returns the time since which all trades and auctions are known, or null if they are known since `since`. Both are
 * epoch ms.
 */
export type TradesKnownSince = (since: number) => Promise<number | null>;
