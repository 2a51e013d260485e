import type { IsBanned, Rivals } from './shop-news.ts';

/**
 * The worth of an item by the trades of 30 days, in diamonds for one.
 * @param key the identity's
 * @returns null if there is no worth
 */
export type WorthOf = (key: string) => number | null;

/**
 * Facts beside the change itself. `market` null: none is in yet, so that nobody is undercut. `worthOf` absent: no worth
 * is known, so that nothing is a deal.
 */
export interface MatchContext {
  readonly market: Rivals | null;
  readonly isBanned: IsBanned;
  readonly worthOf?: WorthOf;
}

/** No market, no bans, no worths. */
export const EMPTY_MATCH_CONTEXT: MatchContext = { market: null, isBanned: () => false };
