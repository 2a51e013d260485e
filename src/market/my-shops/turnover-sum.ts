import type { Identity } from '../item/item.ts';
import { NO_TURNOVER, type Turnover, type TurnoverOfItem } from './report.ts';
import type { ShopTrade } from './shop-trade.ts';

/** Adds up trades. */
export class TurnoverSum {
  #total: Turnover = NO_TURNOVER;

  get total(): Turnover {
    return this.#total;
  }

  add({ kind, count, paid }: ShopTrade): void {
    const { sales, sold, earned, purchases, bought, spent } = this.#total;
    this.#total =
      kind === 'purchase'
        ? { ...this.#total, sales: sales + 1, sold: sold + count, earned: earned + paid }
        : { ...this.#total, purchases: purchases + 1, bought: bought + count, spent: spent + paid };
  }
}

/** Adds up trades by item. */
export class ItemSums {
  readonly #items = new Map<string, { readonly type: string; readonly sum: TurnoverSum }>();

  add(trade: ShopTrade): void {
    const item = this.#items.get(trade.key) ?? { type: trade.type, sum: new TurnoverSum() };
    this.#items.set(trade.key, item);
    item.sum.add(trade);
  }

  /** Returns the sums, those of the goods that earned most first. */
  best(identityOf: (key: string, type: string) => Identity): readonly TurnoverOfItem[] {
    return [...this.#items]
      .map(([key, { type, sum }]) => ({ ...sum.total, identity: identityOf(key, type) }))
      .sort((a, b) => b.earned - a.earned || b.spent - a.spent);
  }
}
