import type { Change } from '../../src/market/change.ts';
import type { Filter } from '../../src/market/search/filter.ts';
import type { Shop } from '../../src/market/shops/shop.ts';
import type { Feed } from '../../src/routing/feed.ts';
import type { Watch } from '../../src/routing/watch.ts';
import { bargainOf, isSound, type Worths } from './deal-oracle.ts';
import { type Deal, dealOf, isAtLeast, isAtMost, isCalled, pricesOf, within } from './filter-oracle.ts';

/** The market around a change. `stockOf` returns a shop's remaining stock. */
export interface MarketAround {
  readonly shops: readonly Shop[];
  readonly stockOf: (shop: Shop) => number;
  readonly banned: ReadonlySet<string>;
  readonly worthOf: Worths;
}

/**
 * A shop before and after a change, null where it did not or does not exist. `offersOtherwise`: more than its stock
 * changed.
 */
interface Turn {
  readonly before: Shop | null;
  readonly after: Shop | null;
  readonly offersOtherwise: boolean;
}

/** Finds the matching subscriptions by testing each of them. Imports nothing but types from the product. */
export function findConcerned(
  sources: Iterable<Feed | Watch>,
  change: Change,
  now: number,
  matchContext: MarketAround,
): string[] {
  const ids = [];
  for (const subscription of sources) {
    if (subscription.paused) continue;
    const matches =
      subscription.type === 'watch'
        ? isForWatch(subscription, change, now, matchContext)
        : isForFeed(subscription, change, matchContext);
    if (matches) ids.push(subscription.id);
  }
  return ids.sort();
}

function isForWatch(watch: Watch, change: Change, now: number, matchContext: MarketAround): boolean {
  if (watch.expiresAt !== null && watch.expiresAt <= now) return false;
  if (watch.trigger === 'my-shop') return concernsOwner(watch.filter.owner ?? '', change, matchContext);
  const deal = eventDeal(change);
  if (deal !== null) {
    if (watch.trigger !== change.kind) return false;
    const prices = pricesOf(watch.filter, deal);
    return prices !== null && (watch.price === null || (prices.unit !== null && isAtMost(prices.unit, watch.price)));
  }
  const turn = turnOf(change);
  return turn !== null && turnMatches(watch, turn, matchContext.worthOf);
}

function turnMatches(watch: Watch, turn: Turn, worthOf: Worths): boolean {
  switch (watch.trigger) {
    case 'at-or-below':
    case 'at-or-above':
      return isAtPrice(watch, turn.after) && (!isAtPrice(watch, turn.before) || isBetter(watch, turn));
    case 'listed':
      return turn.after?.side === 'ask' && isNewOffer(watch.filter, turn);
    case 'restocked':
      return isRestock(watch.filter, turn);
    case 'sold-out':
      return isSoldOut(watch.filter, turn);
    case 'under-worth': {
      const { filter, percent = 25, minSaving = 0.1 } = watch;
      const [was, is] = bargainsOf({ filter, percent, minSaving }, turn, worthOf);
      return is !== null && (was === null || is.unit < was.unit);
    }
    case 'auctioned':
    case 'traded':
    case 'my-shop':
      return false;
  }
}

/** Returns a shop's deal before and after, by the current worth. Other goods before count as no deal. */
function bargainsOf(asked: Parameters<typeof bargainOf>[0], turn: Turn | null, worthOf: Worths) {
  const [was, is] = [turn?.before, turn?.after].map((shop) => bargainOf(asked, shop, worthOf));
  return [was && is && was.key === is.key ? was : null, is ?? null] as const;
}

function isForFeed(feed: Feed, change: Change, { banned, worthOf }: MarketAround): boolean {
  const { kind, filter } = feed;
  const deal = eventDeal(change);
  if (deal !== null) {
    if (deal.paid < feed.minValue || pricesOf(filter, deal) === null) return false;
    if (change.kind === 'auctioned') return kind === 'auctions';
    if (change.kind !== 'traded') return false;
    return kind === 'trades' || kind === (change.trade.kind === 'purchase' ? 'purchases' : 'sales');
  }
  if (change.kind === 'banned') return kind === 'banned-paintings' && fits(filter, change.shop);
  const turn = turnOf(change);
  switch (kind) {
    case 'listings':
      return isNewOffer(filter, turn);
    case 'restocks':
      return isRestock(filter, turn);
    case 'sold-out':
      return isSoldOut(filter, turn);
    case 'price-drops':
      return isCheaper(turn) && fits(filter, turn?.after);
    case 'deals': {
      const { discount: percent = 25, minSaving = 0.1 } = feed;
      const [was, is] = bargainsOf({ filter, percent, minSaving }, turn, worthOf);
      return is !== null && (was === null || is.unit < was.unit);
    }
    case 'banned-paintings': {
      const known = canvasesOf(turn?.before);
      const isNew = canvasesOf(turn?.after).some((canvas) => banned.has(canvas) && !known.includes(canvas));
      return turn?.offersOtherwise === true && isNew && fits(filter, turn.after);
    }
    default:
      return false;
  }
}

/** Matches trades at the owner's shops, their shops that ran empty, and other shops that now undercut them. */
function concernsOwner(owner: string, change: Change, { shops, stockOf }: MarketAround): boolean {
  if (change.kind === 'traded') return change.shop !== null && isCalled(change.shop.owner, owner);
  const turn = turnOf(change);
  if (!turn?.after) return false;
  const { before, after } = turn;
  if (before && isCalled(before.owner, owner) && ranEmpty(turn)) return true;
  if (!hasBundle(after) || !isComparable(after)) return false;
  const soldSame = before && hasBundle(before) && isSameThing(before, after);
  return shops.some((mine) => {
    if (!isCalled(mine.owner, owner) || mine.owner.uuid === after.owner.uuid) return false;
    if (!isSameThing(mine, after) || !hasBundle({ ...mine, remaining: stockOf(mine) })) return false;
    return unitOf(after) < unitOf(mine) && !(soldSame && unitOf(before) < unitOf(mine));
  });
}

/** A matching offer with a bundle in stock that did not match before: a new shop, another side, or other goods. */
function isNewOffer(filter: Filter, turn: Turn | null): boolean {
  if (!turn?.after || !fits(filter, turn.after)) return false;
  const { before, after } = turn;
  if (after.remaining < after.item.quantity) return false;
  if (before === null || before.side !== after.side) return true;
  const { item, enchantments, containers } = filter;
  const goods = { containers, ...(item && { item }), ...(enchantments && { enchantments }) };
  return turn.offersOtherwise && !fits(goods, before);
}

function isRestock(filter: Filter, turn: Turn | null): boolean {
  if (!turn?.before || !turn.after || turn.before.side === 'bid' || !fits(filter, turn.after)) return false;
  return sameType(turn.before, turn.after) && turn.after.remaining > turn.before.remaining && hasBundle(turn.after);
}

/** The filter is matched against the shop before it sold out. */
function isSoldOut(filter: Filter, turn: Turn | null): boolean {
  if (!turn?.before || !fits(filter, turn.before)) return false;
  return turn.after === null ? hasBundle(turn.before) : ranEmpty(turn);
}

function ranEmpty({ before, after }: Turn): boolean {
  if (!before || !after || !hasBundle(before) || after.side === 'bid' || !sameType(before, after)) return false;
  return after.remaining < after.item.quantity;
}

function isCheaper(turn: Turn | null): boolean {
  if (!turn?.before || !turn.after || turn.before.side !== 'ask' || !hasBundle(turn.after)) return false;
  return turn.before.item.identity.key === turn.after.item.identity.key && unitOf(turn.after) < unitOf(turn.before);
}

function isAtPrice({ trigger, price, filter }: Watch, shop: Shop | null | undefined): boolean {
  if (!shop || price === null || shop.remaining < shop.item.quantity) return false;
  const unit = pricesOf(filter, dealOf(shop))?.unit ?? null;
  if (unit === null) return false;
  return trigger === 'at-or-below'
    ? shop.side === 'ask' && isAtMost(unit, price)
    : shop.side === 'bid' && isAtLeast(unit, price);
}

/** Judges only shops that match the price both before and after. */
function isBetter({ trigger, filter }: Watch, turn: Turn | null): boolean {
  if (!turn?.before || !turn.after || !turn.offersOtherwise) return false;
  const [was, is] = [turn.before, turn.after].map((shop) => pricesOf(filter, dealOf(shop))?.unit ?? Number.NaN);
  return was !== undefined && is !== undefined && (trigger === 'at-or-below' ? is < was : is > was);
}

function fits(filter: Filter, shop: Shop | null | undefined): boolean {
  return shop ? pricesOf(filter, dealOf(shop)) !== null : false;
}

function hasBundle({ side, remaining, item }: Shop): boolean {
  return side === 'ask' && remaining >= item.quantity;
}

/**
 * Filled boxes are priced by their contents, and damaged or signed goods separately. Unknown variants have no price.
 */
function isComparable({ item }: Shop): boolean {
  return item.identity.variant !== null && item.contents.length === 0 && isSound(item);
}

function isSameThing(one: Shop, other: Shop): boolean {
  return isComparable(one) && one.item.identity.key === other.item.identity.key;
}

function sameType(before: Shop, after: Shop): boolean {
  return before.item.identity.type === after.item.identity.type;
}

function unitOf({ price, item }: Shop): number {
  return price / item.quantity;
}

function canvasesOf(shop: Shop | null | undefined): string[] {
  return shop ? [shop.item, ...within(shop.item)].flatMap(({ identity }) => identity.variant?.canvas ?? []) : [];
}

function turnOf(change: Change): Turn | null {
  if (change.kind === 'listed') return { before: null, after: change.shop, offersOtherwise: true };
  if (change.kind === 'removed') return { before: change.before, after: null, offersOtherwise: true };
  if (!('before' in change)) return null;
  return { before: change.before, after: change.shop, offersOtherwise: change.kind === 'price-changed' };
}

function eventDeal(change: Change): Deal | null {
  if (change.kind === 'auctioned') {
    const { item, sold, finalBid } = change.auction;
    return { item, count: sold, paid: finalBid, owner: null, place: null, stock: null };
  }
  if (change.kind !== 'traded') return null;
  const { trade, shop } = change;
  const { item, moved, paid, location } = trade;
  const [owner, stock] = [shop?.owner ?? null, shop?.remaining ?? null];
  return { item, count: moved, paid, owner, place: location, stock };
}
