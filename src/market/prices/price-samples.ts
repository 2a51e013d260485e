import { mixedKeyOf } from '../item/item.ts';
import type { Market } from '../market.ts';
import { type Shop, UNLIMITED } from '../shops/shop.ts';
import { bestAsk, bestBid } from './quotes.ts';
import type { PriceSample } from './trade-group.ts';

/** The offers of one identity now. `formerKey`: see `mixedKeyOf`. */
export interface OfferSample extends Omit<PriceSample, 'at'> {
  readonly key: string;
  readonly formerKey: string | null;
  readonly type: string;
}

/** The price samples of every item that a shop offers itself; boxes with something in them stand apart. One by one, so that the caller may let others work. */
export function* offerSamples(market: Market): Generator<OfferSample, void> {
  for (const { choice } of market.catalogue.types) {
    for (const { identity, asks } of market.ofType(choice.type)) {
      if (identity.variant === null) continue;
      const { key, type } = identity;
      const stock = asks.reduce((sum, shop) => sum + countedStock(shop), 0);
      const ask = bestAsk(market, { key, type })?.unitPrice ?? null;
      const bid = bestBid(market, { key, type })?.unitPrice ?? null;
      if (ask !== null || bid !== null) yield { key, formerKey: mixedKeyOf(identity), type, ask, bid, stock };
    }
  }
}

/** Unlimited stock is not counted: it would hide how the stock of all other shops changes. */
function countedStock({ item, remaining }: Shop): number {
  return item.contents.length > 0 || remaining === UNLIMITED ? 0 : remaining;
}
