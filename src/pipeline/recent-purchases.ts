import type { MarketEvent } from '../market/event.ts';
import type { Market } from '../market/market.ts';

const MOST_KEPT = 5_000;

/** Purchases kept to be applied again to a snapshot that was asked for before them: what they bought is still in it. */
export class RecentPurchases {
  #recent: { readonly event: MarketEvent; readonly heardAt: number }[] = [];

  /** `heardAt`: epoch ms. Events of other kinds leave a snapshot as it is. */
  remember(event: MarketEvent, heardAt: number): void {
    if (event.kind !== 'purchase') return;
    this.#recent.push({ event, heardAt });
    if (this.#recent.length > 2 * MOST_KEPT) this.#recent = this.#recent.slice(-MOST_KEPT);
  }

  /** Applies those that came since the snapshot was asked for (`takenAt`, epoch ms), and forgets all. */
  applyTo(market: Market, takenAt: number): void {
    for (const { event, heardAt } of this.#recent) if (heardAt >= takenAt) market.apply(event);
    this.#recent = [];
  }
}
