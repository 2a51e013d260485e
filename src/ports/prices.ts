import type { ContainerQuote, FullContainer, Quote, VariantQuote } from '../market/prices/quotes.ts';
import type { Step, Summary } from '../market/prices/summary.ts';
import type { NoWorth, Standing, Worth } from '../market/prices/worth.ts';
import type { Shop } from '../market/shops/shop.ts';
import type { Outage } from './journal.ts';

/** The best ask and bid for an item now; null: there is none, or the list of shops is not in. */
export interface PriceQuotes {
  readonly ask: Quote | null;
  readonly bid: Quote | null;
  /** How many shops buy one of its variants, nobody knows which. */
  readonly unpricedBids: number;
  /** Whether trades since the list of shops have emptied the last one that sells it. */
  readonly isSoldOut: boolean;
  /** The cheapest container full of it. */
  readonly full: FullContainer | null;
}

/** Facts about an item's price from `since` to `now`, epoch ms; prices are unit prices in diamonds. */
export interface PriceFacts extends PriceQuotes {
  readonly since: number;
  readonly now: number;
  /** Purchases from shops, sales to shops, and auctions; null: none. */
  readonly purchases: Summary | null;
  readonly sales: Summary | null;
  readonly auctions: Summary | null;
  /** The median of purchases in as many days before; null: too few. */
  readonly medianBefore: number | null;
  /** By the purchases of the last 30 days, whatever `since` is. */
  readonly worth: Worth | NoWorth;
  /** How the worth by the last 7 days stands to `worth`, or null without a sample for it. */
  readonly trend: Standing | null;
  /** The purchases step by step. */
  readonly points: readonly Step[];
  /**
   * Purchases from before `until` that may be of several kinds of the type, step by step; no other figure rests on
   * them. Null if there are none.
   */
  readonly mixed: { readonly until: number; readonly points: readonly Step[] } | null;
  /** The best ask of each day, and of now, in the order of time; null: nobody sold. */
  readonly asks: readonly { readonly at: number; readonly ask: number | null }[];
  readonly outages: readonly Outage[];
  /** When Crier began to look, where much of the time was before; null: it has seen it. */
  readonly knownSince: number | null;
  /** Whether trades from before Crier began are among these: the service told of them later. Nobody knows whether all. */
  readonly hasEarlierTrades: boolean;
}

/** Other kinds in which the plain item is sold now; none for a variant. */
export interface VariantQuotes {
  /** Prices of filled containers of the type by their content; null: not asked. */
  readonly boxes: { readonly quotes: readonly ContainerQuote[]; readonly mixed: number } | null;
  /** The other variants of the type with their best ask, unit price. */
  readonly variants: readonly VariantQuote[];
}

/** Offers compared with the prices of the last 30 days. Answers may be a minute old. */
export interface LowestPrices {
  /**
   * For how many days, up to 30, the shop's ask is the lowest price of its goods, or null if it is not (see
   * `lowestInDays`).
   */
  daysOf(shop: Shop): Promise<number | null>;
}

/** What items are worth by the trades of the last 30 days. Answers may be some seconds old. */
export interface Worths {
  of(item: { readonly key: string; readonly type: string }): Promise<Worth | NoWorth>;
  /** Of every item that shops sell now and that has a worth, by identity key. */
  all(): Promise<ReadonlyMap<string, Worth>>;
}
