import type { Economy, Lot } from './economy.ts';

/** A past event. `at` is in epoch ms, `price` is that of a bundle at that time. */
export type PastEvent =
  | {
      readonly did: 'buy' | 'sell';
      readonly at: number;
      readonly shopId: number;
      readonly bundles: number;
      readonly price: number;
    }
  | (Lot & { readonly did: 'auction'; readonly at: number });

/** Adds the stock and the room that the events use up, so that together they leave the shops unchanged. */
export function stockUp(economy: Economy, events: readonly PastEvent[]): void {
  for (const event of events) {
    if (event.did === 'auction') continue;
    const items = (economy.shop(event.shopId)?.item.quantity ?? 0) * event.bundles;
    economy.restock(event.shopId, items);
  }
}

/** Replays an event at its own time. */
export function replayEvent(economy: Economy, event: PastEvent): void {
  switch (event.did) {
    case 'buy':
      economy.buy(event.shopId, event.bundles, event);
      return;
    case 'sell':
      economy.sell(event.shopId, event.bundles, event);
      return;
    case 'auction':
      economy.auction(event);
  }
}
