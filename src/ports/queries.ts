import type { Filter } from '../market/search/filter.ts';

/** What `/shop` or `/deals` was asked, kept so that its buttons work: custom ids are too short to carry it. */
export interface ShopQuery {
  readonly userId: string;
  readonly side: 'buy' | 'sell';
  readonly sort: 'price' | 'distance' | 'stock';
  readonly outOfStock: boolean;
  readonly filter: Filter;
  /** Of `/deals`: per cent under the worth at least, or buy here, sell there; absent: `/shop` was asked. */
  readonly deals?: number | 'spreads' | undefined;
}

/** Queries behind buttons. They are kept for 24 h, through restarts; then `find` gives null. */
export interface Queries {
  /** A short key, at most 24 characters, safe in a custom id. */
  keep(query: ShopQuery): Promise<string>;
  find(key: string): Promise<ShopQuery | null>;
  /** Deletes what a person asked. */
  forget(userId: string): Promise<void>;
  /** Deletes what nobody can find any more. */
  tidy(): Promise<void>;
}
