import { DAY_MS } from '../../time/durations.ts';
import type { TradePlace } from '../prices/trade-group.ts';
import type { Location } from '../shops/shop.ts';
import { UNSOLD_DAYS } from './report.ts';

/** Listings are kept as long as a report asks for them, and a day for the prune that runs late. */
export const LISTINGS_KEPT_MS = (UNSOLD_DAYS + 1) * DAY_MS;

/** The latest time (epoch ms) at which a shop at a place was listed, or got other goods or another side. */
export interface Listing {
  readonly location: Location;
  readonly at: number;
}

/** A trade at a shop, as the history keeps it. */
export interface ShopTrade {
  /** Epoch ms. */
  readonly at: number;
  /** `purchase`: a player bought here. `sale`: a player sold here. */
  readonly kind: 'purchase' | 'sale';
  readonly type: string;
  /** Key of the identity. */
  readonly key: string;
  readonly count: number;
  /** Diamonds for all items. */
  readonly paid: number;
  /** Its owner is null if the trade may belong to several shops. */
  readonly place: TradePlace;
}
