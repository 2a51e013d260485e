import { type Change, changedShop } from '../market/change.ts';
import type { Deal } from '../market/deals/deal.ts';
import type { Market } from '../market/market.ts';
import { isPlayer } from '../market/player.ts';
import { matchShop } from '../market/search/match.ts';
import type { Shop } from '../market/shops/shop.ts';
import { findCurrentShop } from '../market/shops/similarity.ts';
import { improvementOf, isBetter, type PriceAsker } from './better-price.ts';
import type { Feed } from './feed.ts';
import { matchedUnitPrice, watchMatches } from './match.ts';
import type { Cause, ListedWith } from './notice.ts';
import { EMPTY_MATCH_CONTEXT, undercutPrice, type WorthOf } from './shop-news.ts';
import { dealNow, dealTermsOf, type FilteredTerms, isOfferChange } from './under-worth.ts';
import { PRICE_TRIGGERS, shopOwnerOf, type Watch } from './watch.ts';

/** The part of the market that re-checks read: shops as last seen, and their live stock. */
export type LiveShops = Pick<Market, 'takenAt' | 'shop' | 'shopsAt' | 'missing' | 'remainingOf' | 'ofKey' | 'ofType'>;

type ListedCause = Extract<Cause, { readonly kind: 'change' }>;

/**
 * Returns whether a watch's cause still holds at delivery. The watch, which may have been edited since, must still ask
 * for it.
 *
 * - An event always holds. Without a snapshot (null), so does a shop.
 * - A shop must still be there, match with its live stock, have a bundle left if it had one, and still have the better
 * price if the notice is of one.
 * - A shop that was empty or gone must still be so.
 *
 * @param worthOf current worths for a deal, or null if they cannot be read, so that its notice's worth counts
 */
export function stillTrue(
  watch: Watch,
  cause: Cause,
  shops: LiveShops | null,
  worthOf: WorthOf | null = null,
): boolean {
  if (cause.kind !== 'change') return true;
  const { change, listedWith } = cause;
  if (listedWith !== undefined) return stillListed(watch, cause, shops, worthOf) !== null;
  const isEvent = change.kind === 'auctioned' || change.kind === 'traded';
  // Prices are judged by the current shop, and undercutting by the current market.
  const isJudgedNow = PRICE_TRIGGERS.includes(watch.trigger) || ['my-shop', 'under-worth'].includes(watch.trigger);
  if ((isEvent || !isJudgedNow) && !watchMatches(watch, change, EMPTY_MATCH_CONTEXT)) return false;
  if (isEvent || shops === null) return true;
  const reported = changedShop(change);
  const found = findCurrentShop(reported, shops);
  const shop = found && isSameTrade(found, reported) ? found : undefined;
  const remaining = shop === undefined ? 0 : shops.remainingOf(shop).remaining;
  const isOut = shop === undefined || remaining < shop.item.quantity;
  switch (watch.trigger) {
    case 'at-or-below':
    case 'at-or-above': {
      const now = shop === undefined ? null : matchedUnitPrice(watch, shop, remaining);
      const better = improvementOf(watch, change);
      return now !== null && (better === null || !isBetter(watch, better.is, now));
    }
    case 'under-worth':
      return dealHolds(watch, cause, shops, worthOf);
    case 'listed':
    case 'restocked':
      if (shop === undefined || matchShop(watch.filter, shop, remaining) === null) return false;
      return !isOut;
    case 'sold-out':
      return isOut;
    case 'my-shop':
      return stillConcerns(shopOwnerOf(watch), change, shop, isOut, shops);
    case 'auctioned':
    case 'traded':
      return true;
  }
}

/**
 * Judges a shop as a deal by its live stock and the current worth. Without a snapshot (null), the shop counts as it
 * was.
 * @returns null if it is no deal
 */
function stillDeal(
  terms: FilteredTerms,
  cause: ListedCause,
  shops: LiveShops | null,
  worthOf: WorthOf | null,
): Deal | null {
  const { change } = cause;
  if (!isOfferChange(change)) return null;
  const found = shops === null ? change.shop : findCurrentShop(change.shop, shops);
  if (found === undefined || !isSameTrade(found, change.shop)) return null;
  const remaining = shops === null ? found.remaining : shops.remainingOf(found).remaining;
  return dealNow(terms, found, remaining, worthOf ?? worthOfCause(cause));
}

/**
 * Returns whether a shop still is a deal for a watch or feed and, if the notice is of a better price, is as cheap as
 * that.
 */
export function dealHolds(
  asker: PriceAsker,
  cause: ListedCause,
  shops: LiveShops | null,
  worthOf: WorthOf | null,
): boolean {
  const terms = dealTermsOf(asker);
  const deal = terms && stillDeal(terms, cause, shops, worthOf);
  if (deal === null) return false;
  const better = improvementOf(asker, cause.change, routedBy(cause, worthOf));
  return better === null || deal.unitPrice <= better.is;
}

/** Returns the worth with which a deal was routed, or the current worths if it was not routed as one. */
export function routedBy(cause: ListedCause, worthOf: WorthOf | null): WorthOf {
  return cause.worth === undefined && worthOf !== null ? worthOf : worthOfCause(cause);
}

/** Returns the worth with which a deal was routed. */
export function worthOfCause({ worth }: Pick<ListedCause, 'worth'>): WorthOf {
  return () => worth ?? null;
}

/**
 * Leaves out the shops of a flood that no longer hold for a feed or watch. The next best replaces the best.
 * @returns null if none of the named shops holds
 */
export function stillListed(
  subscription: Feed | Watch,
  cause: ListedCause,
  shops: LiveShops | null,
  worthOf: WorthOf | null = null,
): ListedCause | null {
  // The next best stay unjudged if they have no worths of their own and worths cannot be read.
  const isUnjudged = cause.listedWith?.worths === undefined && cause.worth !== undefined && worthOf === null;
  return keepListed(cause, (alone, n) => {
    if (n > 0 && isUnjudged) return true;
    return subscription.type === 'watch'
      ? stillTrue(subscription, alone, shops, worthOf)
      : subscription.kind !== 'deals' || dealHolds(subscription, alone, shops, worthOf);
  });
}

/**
 * Leaves out shops of a flood. The next best replaces the best.
 * @param keeps judges a named shop alone; `n` is 0 for the best
 * @returns null if none of the named shops is kept
 */
export function keepListed(cause: ListedCause, keeps: (alone: ListedCause, n: number) => boolean): ListedCause | null {
  const { change, listedWith, worth } = cause;
  if (change.kind !== 'listed' || listedWith === undefined) return cause;
  const { worths } = listedWith;
  const named = [change.shop, ...listedWith.shops].map((shop, n) => ({
    shop,
    worth: n === 0 ? worth : worths?.[n - 1],
  }));
  const left = named.filter(({ shop, worth: ofShop }, n) =>
    keeps({ kind: 'change', change: { ...change, shop }, ...(ofShop !== undefined && { worth: ofShop }) }, n),
  );
  const [best, ...others] = left;
  if (best === undefined) return null;
  const next: ListedWith = {
    count: listedWith.count - (named.length - left.length),
    shops: others.map(({ shop }) => shop),
    ...(worths !== undefined && { worths: others.flatMap((other) => other.worth ?? []) }),
  };
  const { worth: _, ...rest } = cause;
  return {
    ...rest,
    change: best.shop === change.shop ? change : { ...change, shop: best.shop },
    listedWith: next,
    ...(best.worth !== undefined && { worth: best.worth }),
  };
}

/** Returns whether the shop still trades as reported. One that turned to buying, or to other goods, is another shop. */
function isSameTrade(shop: Shop, reported: Shop): boolean {
  return shop.side === reported.side && shop.item.identity.type === reported.item.identity.type;
}

function stillConcerns(
  owner: string,
  change: Change,
  shop: Shop | undefined,
  isOut: boolean,
  shops: LiveShops,
): boolean {
  if ('before' in change && isPlayer(change.before.owner, owner)) return isOut;
  if (shop === undefined || isOut) return false;
  return undercutPrice(owner, shop, shops) !== null;
}
