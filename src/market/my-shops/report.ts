import { DAY_MS } from '../../time/durations.ts';
import type { Identity } from '../item/item.ts';
import type { Stock } from '../market.ts';
import type { Shop } from '../shops/shop.ts';

/** Trades at a player's shops. Amounts are in diamonds. */
export interface Turnover {
  /** Purchases by players, their items and what they paid. */
  readonly sales: number;
  readonly sold: number;
  readonly earned: number;
  /** Sales by players to the shops, their items and what the shops paid. */
  readonly purchases: number;
  readonly bought: number;
  readonly spent: number;
}

export const NO_TURNOVER: Turnover = { sales: 0, sold: 0, earned: 0, purchases: 0, bought: 0, spent: 0 };

/** A UTC day, or the part of one that the report covers. `from <= at < until`, epoch ms. */
export interface TurnoverOfDay extends Turnover {
  readonly from: number;
  readonly until: number;
}

/** All trades of one kind of goods at the player's shops. */
export interface TurnoverOfItem extends Turnover {
  readonly identity: Identity;
}

/** A rival's shop with a better unit price than the player's, for the same goods and on the same side. */
export interface Undercut {
  /** The best of the rivals in stock. */
  readonly rival: Shop;
  /** Unit prices, in diamonds. */
  readonly theirs: number;
  readonly ours: number;
  /** Distance from the player's shop in blocks of its world, or null if no portal connects the worlds. */
  readonly blocks: number | null;
  /** The number of further rivals that are better than the player's shop. */
  readonly more: number;
}

/** A shop that will run empty if it sells as before. */
export interface RunsEmpty {
  /** Days until the shop is empty, 0 or more, with decimals. */
  readonly days: number;
  /** The sample: items sold in this number of days. */
  readonly sold: number;
  readonly inDays: number;
}

/** One shop of the player. */
export interface OwnShop extends Turnover {
  readonly shop: Shop;
  readonly stock: Stock;
  /** Sells, and has no bundle left. */
  readonly isEmpty: boolean;
  /** Buys, and has no room for a bundle. */
  readonly isFull: boolean;
  /** null if it is empty, does not sell, has no limit, or sold too little for a rate. */
  readonly runsEmpty: RunsEmpty | null;
  readonly undercut: Undercut | null;
  /**
   * Whole days without a trade, at least `UNSOLD_DAYS`, or null. `lastAt`: the trade before them, epoch ms, or null if
   * the report does not reach back to one.
   */
  readonly unsold: { readonly lastAt: number | null; readonly days: number } | null;
  /** The stock's worth in diamonds, or null if the goods have no worth, the stock is unlimited or the shop buys. */
  readonly value: number | null;
}

/** A shop without a trade for this time needs attention. */
export const UNSOLD_DAYS = 30;

/** Returns the beginning of the time in which a shop with a trade counts as sold, epoch ms. */
export function monthBefore(to: number): number {
  return to - UNSOLD_DAYS * DAY_MS;
}

/** A shop that runs empty within this time needs attention. */
const SOON_EMPTY_DAYS = 7;

/** Returns whether a shop runs empty so soon that it needs attention. */
export function isSoonEmpty({ runsEmpty }: Pick<OwnShop, 'runsEmpty'>): boolean {
  return runsEmpty !== null && runsEmpty.days <= SOON_EMPTY_DAYS;
}

/** The reasons why a shop needs its owner's attention, the most urgent first. */
export const ATTENTION_KINDS = ['empty', 'full', 'soon-empty', 'undercut', 'unsold'] as const;
export type AttentionKind = (typeof ATTENTION_KINDS)[number];

/** The rule of each reason. A shop may have several. */
export const NEEDS: Readonly<Record<AttentionKind, (shop: OwnShop) => boolean>> = {
  empty: ({ isEmpty }) => isEmpty,
  full: ({ isFull }) => isFull,
  'soon-empty': isSoonEmpty,
  undercut: ({ undercut }) => undercut !== null,
  unsold: ({ unsold }) => unsold !== null,
};

export function needsAttention(shop: OwnShop): boolean {
  return ATTENTION_KINDS.some((kind) => NEEDS[kind](shop));
}

/** How the shops of a player did from `from` to `to` (epoch ms), and which need attention. */
export interface OwnShopsReport {
  readonly from: number;
  readonly to: number;
  /** Trades of the whole time at places where only shops of the player stood. */
  readonly total: Turnover;
  /** Trades since the last look at the report (epoch ms), or null without one. */
  readonly sinceLook: {
    readonly at: number;
    readonly turnover: Turnover;
    /** The goods that earned most come first. */
    readonly items: readonly TurnoverOfItem[];
  } | null;
  /** Every day of the time, oldest first, also those without trades. */
  readonly days: readonly TurnoverOfDay[];
  /** The goods that earned most come first. */
  readonly items: readonly TurnoverOfItem[];
  /** All shops of now: first those that need attention, then those that earned most. */
  readonly shops: readonly OwnShop[];
  /** Trades at places of the player where the shop or its owner is unclear. No other figure includes them. */
  readonly unclear: Turnover;
  /** The stock of all shops that sell: the sum of its worth, and the number of shops with and without one. */
  readonly stock: { readonly worth: number; readonly priced: number; readonly unpriced: number };
}
