import type { Change } from '../market/change.ts';
import { matchEvent, matchShop } from '../market/match.ts';
import type { Shop } from '../market/shop.ts';
import type { Feed } from './feed.ts';
import type { Watch } from './watch.ts';

/** Whether an ask is in stock and its unit price is low enough. A mixed container has no unit price and never is. */
export function matchesAtOrBelow(watch: Watch, shop: Shop, remaining: number): boolean {
  if (shop.side !== 'ask' || remaining < shop.item.quantity) return false;
  const match = matchShop(watch.filter, shop, remaining);
  return match !== null && isAtMost(match.unitPrice, watch.price);
}

/** Whether a watch is to be told of a change; paused and expired ones never are. */
export function watchMatches(watch: Watch, change: Change, now: number): boolean {
  if (!isAwake(watch, now)) return false;
  switch (change.kind) {
    case 'auctioned':
      return watch.trigger === 'auctioned' && isPriced(watch, matchEvent(watch.filter, change.auction, null));
    case 'traded':
      return watch.trigger === 'traded' && isPriced(watch, matchEvent(watch.filter, change.trade, change.shop));
    case 'listed':
      return watch.trigger === 'at-or-below' && matchesNow(watch, change.shop);
    case 'restocked':
    case 'price-changed':
      return watch.trigger === 'at-or-below' && matchesNow(watch, change.shop) && !matchesNow(watch, change.before);
    case 'sold-out':
    case 'removed':
      return false;
  }
}

/** Whether a feed is to be told of a change. `minValue` is the total: the final bid, or what was paid. */
export function feedMatches(feed: Feed, change: Change): boolean {
  if (feed.paused) return false;
  switch (change.kind) {
    case 'auctioned':
      return (
        feed.kind === 'auctions' &&
        change.auction.finalBid >= feed.minValue &&
        matchEvent(feed.filter, change.auction, null) !== null
      );
    case 'traded':
      return (
        (feed.kind === 'trades' || feed.kind === `${change.trade.kind}s`) &&
        change.trade.paid >= feed.minValue &&
        matchEvent(feed.filter, change.trade, change.shop) !== null
      );
    default:
      return false;
  }
}

/** Neither paused nor expired. */
export function isAwake(watch: Watch, now: number): boolean {
  return !watch.paused && (watch.expiresAt === null || watch.expiresAt > now);
}

function matchesNow(watch: Watch, shop: Shop): boolean {
  return matchesAtOrBelow(watch, shop, shop.remaining);
}

function isPriced(watch: Watch, match: { readonly unitPrice: number | null } | null): boolean {
  return match !== null && (watch.price === null || isAtMost(match.unitPrice, watch.price));
}

function isAtMost(unitPrice: number | null, price: number | null): boolean {
  return unitPrice !== null && price !== null && unitPrice <= price;
}
