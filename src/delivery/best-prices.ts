import type { Shop } from '../market/shops/shop.ts';
import type { BestPrice, BestPrices } from '../ports/outbox.ts';
import { betterOf, dealPriceOf, offeredPrice, shopPriceKey } from '../routing/better-price.ts';
import type { Cause } from '../routing/notice.ts';
import { isOfDeals, isOfferChange } from '../routing/under-worth.ts';
import type { DecisionContext } from './decide.ts';
import type { Deliverable } from './notice-outcome.ts';

/**
 * The best unit price of each watch in a message, by its id, and the price of each shop that a watch or feed for deals
 * tells of, by `shopPriceKey`. A message that goes on with what the one before had no room
 * for keeps the better of both: to the person they are one.
 * @param brokenCooldowns watches whose cool-down this message breaks, each with the last delivered price
 */
export function bestPrices(
  inMessage: readonly Deliverable[],
  brokenCooldowns: ReadonlyMap<string, number>,
  { carriedOver, last }: Pick<DecisionContext, 'carriedOver' | 'last'>,
): BestPrices {
  const best = new Map<string, BestPrice>();
  for (const { entry, startsCooldown } of inMessage) {
    const { cause, id: notice } = entry.notice;
    if (cause.kind !== 'change') continue;
    const asks = asksOf(cause);
    for (const subscription of entry.subscriptions) {
      if (isOfDeals(subscription)) for (const shop of asks) addShop(best, subscription.id, shop);
      const price =
        subscription.type === 'watch' && startsCooldown.subscriptionIds.includes(subscription.id)
          ? offeredPrice(subscription, cause.change)
          : null;
      if (price === null || subscription.type === 'feed') continue;
      const told = carriedOver.has(notice) ? (last.get(subscription.id)?.price ?? null) : null;
      const before = best.get(subscription.id) ?? told;
      const mine = { ...price, beats: brokenCooldowns.get(subscription.id) ?? null };
      best.set(subscription.id, before === null ? mine : betterOf(subscription, mine, before));
    }
  }
  return Object.fromEntries(best);
}

/** The shops whose prices a notice tells, all named ones of a flood. */
function asksOf({ change, listedWith }: Extract<Cause, { kind: 'change' }>): readonly Shop[] {
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
