import type { Change } from '../market/change.ts';
import { isPlayer, playerKey } from '../market/player.ts';
import { isAtLeast, isAtMost } from '../market/prices/shown-price.ts';
import { matchEvent, matchShop } from '../market/search/match.ts';
import type { Shop } from '../market/shops/shop.ts';
import { inStock } from '../market/shops/unit-price.ts';
import type { Feed } from './feed.ts';
import {
  findNewlyBanned,
  isNewListing,
  isPriceDrop,
  isRestock,
  isSoldOut,
  type MatchContext,
  shopNow,
  undercutOwners,
} from './shop-news.ts';
import { dealsFor, termsOfFeed, termsOfWatch } from './under-worth.ts';
import { shopOwnerOf, type Watch } from './watch.ts';

/** The conditions of a watch. */
export type WatchCriteria = Pick<Watch, 'trigger' | 'price' | 'filter' | 'percent' | 'minSaving'>;

/** Returns whether a change meets the conditions of a watch. Checks neither pause nor expiry (see `isAwake`). */
export function watchMatches(watch: WatchCriteria, change: Change, matchContext: MatchContext): boolean {
  const { trigger, filter } = watch;
  switch (trigger) {
    case 'at-or-below':
    case 'at-or-above':
      return isCrossing(watch, change);
    case 'listed':
      return isNewListing(filter, change, 'ask');
    case 'restocked':
      return isRestock(filter, change);
    case 'sold-out':
      return isSoldOut(filter, change);
    case 'auctioned':
      return change.kind === 'auctioned' && isPriced(watch, matchEvent(filter, change.auction, null));
    case 'traded':
      return change.kind === 'traded' && isPriced(watch, matchEvent(filter, change.trade, change.shop));
    case 'my-shop':
      return concernsOwner(shopOwnerOf(watch), change, matchContext);
    case 'under-worth': {
      const { now, before } = dealsFor(termsOfWatch(watch), change, matchContext.worthOf);
      return now !== null && before === null;
    }
  }
}

/**
 * Returns whether a feed asks for a change. `minValue` is the total: the final bid, or the payment. Improvements of a
 * deal are found by `improvementOf`.
 */
export function feedMatches(feed: Feed, change: Change, { isBanned, worthOf }: MatchContext): boolean {
  if (feed.paused) return false;
  const { kind, filter, minValue } = feed;
  switch (kind) {
    case 'auctions':
      if (change.kind !== 'auctioned' || !isAtLeast(change.auction.finalBid, minValue)) return false;
      return matchEvent(filter, change.auction, null) !== null;
    case 'trades':
    case 'purchases':
    case 'sales':
      if (change.kind !== 'traded' || !isAtLeast(change.trade.paid, minValue)) return false;
      if (kind !== 'trades' && kind !== (change.trade.kind === 'purchase' ? 'purchases' : 'sales')) return false;
      return matchEvent(filter, change.trade, change.shop) !== null;
    case 'listings':
      return isNewListing(filter, change, 'any');
    case 'restocks':
      return isRestock(filter, change);
    case 'price-drops':
      return isPriceDrop(filter, change);
    case 'sold-out':
      return isSoldOut(filter, change);
    case 'banned-paintings':
      return findNewlyBanned(change, isBanned).length > 0 && holdsNow(feed, change);
    case 'deals': {
      const { now, before } = dealsFor(termsOfFeed(feed), change, worthOf);
      return now !== null && before === null;
    }
    case 'health':
      return false;
  }
}

/** Returns whether a watch is neither paused nor expired. */
export function isAwake(watch: Pick<Watch, 'paused' | 'expiresAt'>, now: number): boolean {
  return !watch.paused && (watch.expiresAt === null || watch.expiresAt > now);
}

/**
 * Returns the unit price of a shop on the side of an `at-or-below` or `at-or-above` watch, if it can deal at the
 * watch's price or better, else null. A mixed container has no unit price.
 */
export function matchedUnitPrice(
  { trigger, price, filter }: WatchCriteria,
  shop: Shop,
  remaining: number,
): number | null {
  if (price === null || shop.side !== (trigger === 'at-or-below' ? 'ask' : 'bid')) return null;
  if (!inStock(shop, remaining)) return null;
  const unitPrice = matchShop(filter, shop, remaining)?.unitPrice ?? null;
  if (unitPrice === null) return null;
  return (trigger === 'at-or-below' ? isAtMost(unitPrice, price) : isAtLeast(unitPrice, price)) ? unitPrice : null;
}

/** Returns whether such a watch has its price at the shop. */
export function isAtPrice(watch: WatchCriteria, shop: Shop, remaining: number): boolean {
  return matchedUnitPrice(watch, shop, remaining) !== null;
}

/**
 * Returns whether a shop matches that did not match before. One that keeps matching was delivered; its improvements are
 * found by `improvementOf`.
 */
function isCrossing(watch: WatchCriteria, change: Change): boolean {
  const holds = (shop: Shop) => isAtPrice(watch, shop, shop.remaining);
  if (change.kind === 'listed') return holds(change.shop);
  if (change.kind !== 'restocked' && change.kind !== 'price-changed') return false;
  return holds(change.shop) && !holds(change.before);
}

/**
 * Returns whether a change concerns a shop owner: a trade at their shops, a shop of theirs that ran empty, or one that
 * undercuts theirs.
 */
function concernsOwner(owner: string, change: Change, { market }: MatchContext): boolean {
  if (change.kind === 'traded') return change.shop !== null && isPlayer(change.shop.owner, owner);
  if (hasEmptied(owner, change)) return true;
  return market !== null && undercutOwners(change, market).has(playerKey(owner));
}

/** Returns whether a shop of this owner ran empty. One that is gone was taken down by its owner. */
export function hasEmptied(owner: string, change: Change): boolean {
  return change.kind !== 'removed' && isSoldOut({ owner, containers: true }, change);
}

function holdsNow({ filter }: Feed, change: Change): boolean {
  const shop = shopNow(change);
  return shop !== null && matchShop(filter, shop, shop.remaining) !== null;
}

function isPriced({ price }: WatchCriteria, match: { readonly unitPrice: number | null } | null): boolean {
  if (match === null || price === null) return match !== null;
  return match.unitPrice !== null && isAtMost(match.unitPrice, price);
}
