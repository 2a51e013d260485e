import type { BestPrice, BestPrices } from '../ports/outbox.ts';
import { betterOf, offeredPrice } from '../routing/better-price.ts';
import type { DecisionContext } from './decide.ts';
import type { Deliverable } from './notice-outcome.ts';

/**
 * The best unit price of each watch in a message, by its id. A message that goes on with what the one before had no room
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
    for (const subscription of entry.subscriptions) {
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
