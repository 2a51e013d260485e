import type { Shop } from '../market/shops/shop.ts';
import type { NoticeInContext } from '../ports/delivery.ts';
import type { BestPrice, BestPrices, LastDelivery } from '../ports/outbox.ts';
import {
  betterDirection,
  betterOf,
  type DeliveredPrice,
  dealPriceOf,
  offeredPrice,
  shopPriceKey,
} from '../routing/better-price.ts';
import type { Feed } from '../routing/feed.ts';
import type { Cause, Notice } from '../routing/notice.ts';
import { isOfDeals, isOfferChange } from '../routing/under-worth.ts';
import type { Watch } from '../routing/watch.ts';

/** Last deliveries of feeds and watches by id, and delivered prices of single shops by `shopPriceKey`. */
export type LastDeliveries = ReadonlyMap<string, LastDelivery>;

/** @returns the best price that was last delivered to a watch on prices, or null if there is none */
export function lastPriceOf(watch: Watch, last: LastDeliveries): DeliveredPrice | null {
  return betterDirection(watch) === null ? null : (last.get(watch.id)?.price ?? null);
}

/**
 * @returns the delivered price that an improvement of a shop must beat, or null if there is none. Deals compare shop by
 *   shop.
 */
export function lastPriceAt(subscription: Feed | Watch, shop: Shop, last: LastDeliveries): DeliveredPrice | null {
  if (isOfDeals(subscription)) return last.get(shopPriceKey(subscription.id, shop))?.price ?? null;
  return subscription.type === 'watch' ? lastPriceOf(subscription, last) : null;
}

/** Returns the keys of the delivered prices with which the deals among these notices are compared. */
export function shopPriceKeys(notices: readonly Notice[]): readonly string[] {
  return notices.flatMap(({ cause, subscriptionIds }) => {
    if (cause.kind !== 'change' || cause.worth === undefined || cause.change.kind !== 'price-changed') return [];
    const { shop } = cause.change;
    return subscriptionIds.map((id) => shopPriceKey(id, shop));
  });
}

/** A notice of a message. Its prices count for the watches that `startsCooldown` names. */
interface DeliveredNotice {
  readonly entry: Pick<NoticeInContext, 'notice' | 'subscriptions'>;
  readonly startsCooldown: Pick<Notice, 'subscriptionIds'>;
}

/**
 * Collects the best unit price of each watch in a message, by its id, and the price of each shop in a message for
 * deals, by `shopPriceKey`. A message that continues the last one keeps the better price of both, because the user
 * reads them as one.
 * @param brokenCooldowns watches whose cool-down this message breaks, each with the last delivered price
 * @param carriedOver ids of notices that did not fit into the last message
 */
export function collectBestPrices(
  inMessage: readonly DeliveredNotice[],
  brokenCooldowns: ReadonlyMap<string, number>,
  { carriedOver, last }: { readonly carriedOver: ReadonlySet<number>; readonly last: LastDeliveries },
): BestPrices {
  const best = new Map<string, BestPrice>();
  for (const { entry, startsCooldown } of inMessage) {
    const { cause, id: notice } = entry.notice;
    if (cause.kind !== 'change') continue;
    const asks = namedShopsOf(cause);
    for (const subscription of entry.subscriptions) {
      if (isOfDeals(subscription)) for (const shop of asks) addShop(best, subscription.id, shop);
      const price =
        subscription.type === 'watch' && startsCooldown.subscriptionIds.includes(subscription.id)
          ? offeredPrice(subscription, cause.change)
          : null;
      if (price === null || subscription.type === 'feed') continue;
      const lastPrice = carriedOver.has(notice) ? (last.get(subscription.id)?.price ?? null) : null;
      const before = best.get(subscription.id) ?? lastPrice;
      const mine = { ...price, beats: brokenCooldowns.get(subscription.id) ?? null };
      best.set(subscription.id, before === null ? mine : betterOf(subscription, mine, before));
    }
  }
  return Object.fromEntries(best);
}

/** Returns the shops whose prices a notice names, including those of a flood. */
function namedShopsOf({ change, listedWith }: Extract<Cause, { kind: 'change' }>): readonly Shop[] {
  return isOfferChange(change) ? [change.shop, ...(listedWith?.shops ?? [])] : [];
}

/** Adds the price of a shop. The lowest of several prices in one message counts. */
function addShop(best: Map<string, BestPrice>, id: string, shop: Shop): void {
  const price = dealPriceOf(shop);
  if (price === null) return;
  const key = shopPriceKey(id, shop);
  const known = best.get(key);
  const isLower = known === undefined || known.goods !== price.goods || price.unitPrice < known.unitPrice;
  if (isLower) best.set(key, { ...price, beats: null });
}
