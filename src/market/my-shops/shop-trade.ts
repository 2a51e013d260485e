import type { TradePlace } from '../prices/trade-group.ts';

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
