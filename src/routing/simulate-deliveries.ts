import type { Change } from '../market/change.ts';
import { MINUTE_MS } from '../time/durations.ts';
import {
  betterOf,
  type DeliveredPrice,
  dealPriceOf,
  improvementOf,
  isMuchBetter,
  isWorthDelivering,
  offeredPrice,
  shopPriceKey,
} from './better-price.ts';
import { type Burst, debouncedUntil } from './claim-rules.ts';
import { isAwake, watchMatches } from './match.ts';
import { type QuietHours, quietUntil } from './quiet.ts';
import { EMPTY_MATCH_CONTEXT, type WorthOf } from './shop-news.ts';
import { isOfDeals, isOfferChange } from './under-worth.ts';
import type { Watch } from './watch.ts';

/** Notices that wait to be delivered together, at the end of the burst or at `dueAt`. */
interface WaitingBatch {
  /** The best price among them. */
  readonly best: DeliveredPrice | null;
  /** Prices of their deals, by `shopPriceKey`. */
  readonly atShops: Map<string, DeliveredPrice>;
  readonly burst: Burst | null;
  readonly dueAt: number;
}

/**
 * Simulates the deliveries of a watch over past changes and returns their times: epoch ms, in order. Changes in quick
 * succession, such as those of one snapshot, are delivered together. Cool-downs, quiet hours, much better prices and
 * `once` apply as in delivery; causes that no longer hold at delivery count too, and several messages are one delivery.
 * @param changes in the order of their times
 * @param quiet the watch's quiet hours, or null if it has none
 * @param now deliveries after it do not count
 * @param worthOf judges `under-worth` watches, by today's worths in place of those of the past
 */
export function simulateDeliveries(
  watch: Watch,
  changes: readonly Change[],
  quiet: QuietHours | null,
  now: number,
  worthOf?: WorthOf,
): readonly number[] {
  const context = { ...EMPTY_MATCH_CONTEXT, ...(worthOf && { worthOf }) };
  const sentAt: number[] = [];
  let lastBest: DeliveredPrice | null = null;
  let waiting: WaitingBatch | null = null;
  const lastAtShops = new Map<string, DeliveredPrice>();

  function heldUntil(best: DeliveredPrice | null, at: number): number | null {
    const quietEnd = quiet && quietUntil(quiet, at);
    if (quietEnd !== null) return quietEnd;
    const until = (sentAt.at(-1) ?? Number.NEGATIVE_INFINITY) + watch.cooldownMinutes * MINUTE_MS;
    const isFree = until <= at || (best !== null && lastBest !== null && isMuchBetter(watch, best, lastBest));
    return isFree ? null : until;
  }

  function deliverUntil(end: number): void {
    while (waiting !== null) {
      const at = waiting.burst === null ? waiting.dueAt : debouncedUntil(waiting.burst);
      if (at > end) return;
      const until = heldUntil(waiting.best, at);
      if (until === null) {
        sentAt.push(at);
        lastBest = waiting.best;
        for (const [key, price] of waiting.atShops) lastAtShops.set(key, price);
        waiting = null;
      } else waiting = { ...waiting, burst: null, dueAt: until };
    }
  }

  for (const change of changes) {
    if (!isAwake(watch, change.at)) continue;
    const better = improvementOf(watch, change, worthOf);
    if (better === null && !watchMatches(watch, change, context)) continue;
    deliverUntil(change.at);
    const last =
      better !== null && isOfDeals(watch) ? (lastAtShops.get(shopPriceKey('', better.shop)) ?? null) : lastBest;
    if (better !== null && !isWorthDelivering(watch, better, last)) continue;
    if (watch.repeat === 'once' && sentAt.length > 0) return sentAt;
    waiting = joinWaiting(watch, waiting, change);
  }
  deliverUntil(now);
  return sentAt;
}

function joinWaiting(watch: Watch, waiting: WaitingBatch | null, change: Change): WaitingBatch {
  const price = offeredPrice(watch, change);
  const before = waiting?.best ?? null;
  const atShops = waiting?.atShops ?? new Map<string, DeliveredPrice>();
  if (isOfDeals(watch) && isOfferChange(change)) {
    const atShop = dealPriceOf(change.shop);
    if (atShop !== null) atShops.set(shopPriceKey('', change.shop), atShop);
  }
  return {
    best: price !== null && before !== null ? betterOf(watch, price, before) : (price ?? before),
    atShops,
    burst: { first: waiting?.burst?.first ?? change.at, last: change.at },
    dueAt: change.at,
  };
}
