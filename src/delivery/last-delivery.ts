import type { Shop } from '../market/shops/shop.ts';
import type { LastDelivery } from '../ports/outbox.ts';
import { betterWay, type DeliveredPrice, shopPriceKey } from '../routing/better-price.ts';
import type { Feed } from '../routing/feed.ts';
import type { Notice } from '../routing/notice.ts';
import { isOfDeals } from '../routing/under-worth.ts';
import type { Watch } from '../routing/watch.ts';

/** Last deliveries of feeds and watches by id, and prices told of single shops by `shopPriceKey`. */
export type LastDeliveries = ReadonlyMap<string, LastDelivery>;

/** The best price that a watch on prices has told last; null: none. */
export function lastPriceOf(watch: Watch, last: LastDeliveries): DeliveredPrice | null {
  return betterWay(watch) === null ? null : (last.get(watch.id)?.price ?? null);
}

/**
 * The price that an improvement of a shop has to beat: of deals that told of this shop, else the watch's last; null:
 * none.
 */
export function lastPriceAt(subscription: Feed | Watch, shop: Shop, last: LastDeliveries): DeliveredPrice | null {
  if (isOfDeals(subscription)) return last.get(shopPriceKey(subscription.id, shop))?.price ?? null;
  return subscription.type === 'watch' ? lastPriceOf(subscription, last) : null;
}

/** The names of the prices that the deals among these notices are compared with. */
export function shopPriceKeys(notices: readonly Notice[]): readonly string[] {
  return notices.flatMap(({ cause, subscriptionIds }) => {
    if (cause.kind !== 'change' || cause.worth === undefined || cause.change.kind !== 'price-changed') return [];
    const { shop } = cause.change;
    return subscriptionIds.map((id) => shopPriceKey(id, shop));
  });
}
