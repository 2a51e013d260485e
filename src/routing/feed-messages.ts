import type { Change } from '../market/change.ts';
import { type DeliveredPrice, dealPriceOf, shopPriceKey } from './better-price.ts';
import { type Burst, debouncedUntil } from './debounce.ts';
import type { Feed } from './feed.ts';
import { improvementOf, isWorthDelivering } from './improvement.ts';
import { feedMatches } from './match.ts';
import { EMPTY_MATCH_CONTEXT, type WorthOf } from './match-context.ts';
import { isOfDeals, isOfferChange } from './under-worth.ts';

const MINUTE_MS = 60_000;

/**
 * How many messages a feed would have posted of these changes, had it been there: what comes close together, or in one of its
 * gathering windows, is one. Quiet hours are left out of account, and so is what fills several messages.
 * @param changes in the order of their times
 * @param worthOf judges `deals`: the worths of today stand in for those of then
 */
export function countMessages(feed: Feed, changes: readonly Change[], worthOf?: WorthOf): number {
  const context = { ...EMPTY_MATCH_CONTEXT, ...(worthOf && { worthOf }) };
  const toldAt = new Map<string, DeliveredPrice>();
  const times = changes.flatMap((change) => (posts(change) ? [change.at] : []));
  if (feed.everyMinutes > 0) return new Set(times.map((at) => Math.floor(at / (feed.everyMinutes * MINUTE_MS)))).size;
  let messages = 0;
  let burst: Burst | null = null;
  for (const at of times) {
    if (burst !== null && at <= debouncedUntil(burst)) {
      burst = { first: burst.first, last: at };
      continue;
    }
    messages += 1;
    burst = { first: at, last: at };
  }
  return messages;

  function posts(change: Change): boolean {
    const better = improvementOf(feed, change, worthOf);
    const last = better && (toldAt.get(shopPriceKey('', better.shop)) ?? null);
    if (better === null ? !feedMatches(feed, change, context) : !isWorthDelivering(feed, better, last)) return false;
    const price = isOfDeals(feed) && isOfferChange(change) ? dealPriceOf(change.shop) : null;
    if (price !== null && isOfferChange(change)) toldAt.set(shopPriceKey('', change.shop), price);
    return true;
  }
}
