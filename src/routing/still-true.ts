import { type Change, shopOf } from '../market/change.ts';
import type { Market } from '../market/market.ts';
import { isPlayer } from '../market/player.ts';
import { matchShop } from '../market/search/match.ts';
import type { Shop } from '../market/shops/shop.ts';
import { isBetter } from './better-price.ts';
import { improvementOf } from './improvement.ts';
import { matchedUnitPrice, watchMatches } from './match.ts';
import { EMPTY_MATCH_CONTEXT } from './match-context.ts';
import type { Cause } from './notice.ts';
import { undercutPrice } from './undercut.ts';
import { PRICE_NEEDED, type Watch } from './watch.ts';

/** The market as a re-check reads it (`Market` fits): a shop as last seen, undefined: gone, and its live stock. */
export type LiveShops = Pick<Market, 'takenAt' | 'shop' | 'missing' | 'remainingOf' | 'ofKey' | 'ofType'>;

/**
 * Whether a watch's cause still holds at the moment of delivery: the watch, which may have been edited since, must still ask
 * for it. What an event told stays true. A shop that one was to hear of must still be there, match with its live stock, have
 * a bundle left if it had one, and be as good as told if that was a better price; one that was empty or gone must still be
 * so. Without a snapshot (null) nobody can say that it does not.
 */
export function stillTrue(watch: Watch, cause: Cause, shops: LiveShops | null): boolean {
  if (cause.kind !== 'change') return true;
  const { change } = cause;
  const isEvent = change.kind === 'auctioned' || change.kind === 'traded';
  // A price is judged by the shop as it is now, and who is undercut by the market as it is.
  const isJudgedNow = PRICE_NEEDED.includes(watch.trigger) || watch.trigger === 'my-shop';
  if ((isEvent || !isJudgedNow) && !watchMatches(watch, change, EMPTY_MATCH_CONTEXT)) return false;
  if (isEvent || shops === null) return true;
  const reported = shopOf(change);
  // What a doubted snapshot lacks is not gone yet.
  const found = shops.shop(reported.id) ?? shops.missing.get(reported.id);
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
    case 'listed':
    case 'restocked':
      if (shop === undefined || matchShop(watch.filter, shop, remaining) === null) return false;
      return !isOut;
    case 'sold-out':
      return isOut;
    case 'my-shop':
      return stillConcerns(watch.filter.owner ?? '', change, shop, isOut, shops);
    case 'auctioned':
    case 'traded':
      return true;
  }
}

/** A shop that has turned to buying, or to other goods, is not the one in the notice. */
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
