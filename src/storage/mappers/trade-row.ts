import type { MarketEvent } from '../../market/event.ts';

/** The kinds by the numbers that stand for them in the file: append only. */
export const TRADE_KINDS = ['auction', 'purchase', 'sale'] as const satisfies readonly MarketEvent['kind'][];

export const PURCHASE = TRADE_KINDS.indexOf('purchase');

/** No place, in a group: two NULLs would make two groups. */
export const NO_PLACE = 0;

/** A trade as it is written; `item`, `kind` and `place` by their numbers. */
export interface TradeRow {
  readonly item: number;
  readonly at: number;
  readonly kind: number;
  readonly place: number | null;
  readonly count: number;
  readonly paid: number;
}

/** The trades of one item, kind, place and unit price within one bucket: that of `lastAt`. */
export type GroupRow = readonly [
  kind: number,
  place: number,
  unitPrice: number,
  trades: number,
  items: number,
  paid: number,
  lastAt: number,
];

/** How many trades at one unit price. */
export type PriceRow = readonly [unitPrice: number, trades: number];
