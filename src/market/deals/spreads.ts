import { countsForWorth, type Identity } from '../item/item.ts';
import type { Market } from '../market.ts';
import { bidsOf } from '../prices/quotes.ts';
import type { Worth } from '../prices/worth.ts';
import { BestOf } from '../search/best-of.ts';
import type { Filter } from '../search/filter.ts';
import { distanceTo, matchIdentity, matchShop } from '../search/match.ts';
import { distanceBetween } from '../shops/distance.ts';
import type { ItemShops } from '../shops/item-groups.ts';
import { type Shop, UNLIMITED } from '../shops/shop.ts';
import { inStock, unitPriceOf } from '../shops/unit-price.ts';

export interface SpreadQuery {
  readonly filter: Filter;
  readonly limit: number;
}

/**
 * Buy at `ask`, sell at `bid`. `unitProfit`: diamonds for one item; `profit`: for all of it. `estimated`: the ask's
 * stock is. `distance`: blocks between the two in the ask's world; null if no portal leads from one to the other.
 * `distanceToAsk`: from the filter's place; null if it names none or no portal leads there. `worth`: diamonds for one
 * item, null if it has none.
 */
export interface Spread extends Resale {
  readonly identity: Identity;
  readonly ask: Shop;
  readonly bid: Shop;
  readonly worth: number | null;
  readonly unitProfit: number;
  readonly profit: number;
  readonly estimated: boolean;
  readonly distance: number | null;
  readonly distanceToAsk: number | null;
}

/** Of each item so many of the cheapest asks are paired with so many of the highest bids. */
const PAIRED = 50;

/** A bid of more than so many times the worth is a mistake or a bait. */
const MOST_WORTHS_BID = 2;

/**
 * Finds, for each item itself (no containers, no unknown variants), the pair of an ask in stock and a bid with room
 * that leaves the most. The most profit comes first, and items without a worth come last: no worth tells there whether
 * the bid is a mistake. One owner never has both ends, and a bid of more than double the worth is left out. The
 * filter's item, place and `notOwner` hold at both ends, `owner` at one of them, prices and stock at the ask. Yields at
 * each type.
 * @param worths by the identity's key
 */
export function* findSpreads(
  market: Market,
  worths: ReadonlyMap<string, Worth>,
  query: SpreadQuery,
): Generator<void, readonly Spread[]> {
  const best = new BestOf<Spread>(query.limit, mostProfitFirst);
  for (const { choice } of market.catalogue.types) {
    if (query.filter.item !== undefined && query.filter.item.type !== choice.type) continue;
    for (const shops of market.ofType(choice.type)) {
      const worth = worths.get(shops.identity.key)?.worth ?? null;
      const spread = bestSpread(market, shops, worth, query.filter);
      if (spread !== null) best.add(spread);
    }
    yield;
  }
  return best.sorted();
}

function bestSpread(market: Market, shops: ItemShops, worth: number | null, filter: Filter): Spread | null {
  if (shops.identity.variant === null || !matchIdentity(filter, shops.identity)) return null;
  const bids = bidsOf(market, shops.identity);
  const [cheapest] = shops.asks;
  const [highest] = bids;
  if (!cheapest || !highest || unitPriceOf(cheapest) >= unitPriceOf(highest)) return null;
  const earnest = worth === null ? bids : bids.filter((bid) => unitPriceOf(bid) <= worth * MOST_WORTHS_BID);
  let best: Spread | null = null;
  for (const [ofAsk, ofBid] of filtersOfEnds(filter)) {
    const asks = ableShops(market, shops.asks, ofAsk);
    const bids = asks.length > 0 ? ableShops(market, earnest, ofBid) : [];
    for (const ask of asks) {
      for (const bid of bids) {
        if (unitPriceOf(bid) <= unitPriceOf(ask)) break;
        const spread = ask.owner.uuid === bid.owner.uuid ? null : spreadOf(market, ask, bid, worth, filter);
        if (spread !== null && (best === null || mostProfitFirst(spread, best) < 0)) best = spread;
      }
    }
  }
  return best;
}

/** What is asked of the ask and of the bid: where an owner is asked for, once at this end and once at that. */
function filtersOfEnds({ owner, ownerId, ...ofAsk }: Filter): readonly (readonly [Filter, Filter])[] {
  const { maxPrice, minPrice, minStock, ...ofBid } = ofAsk;
  if (owner === undefined) return [[ofAsk, ofBid]];
  const player = { owner, ...(ownerId !== undefined && { ownerId }) };
  return [
    [{ ...ofAsk, ...player }, ofBid],
    [ofAsk, { ...ofBid, ...player }],
  ];
}

/**
 * The first of them that can be traded at now and match. A filled container, or damaged or signed goods, are not the
 * item itself.
 */
function ableShops(market: Market, shops: readonly Shop[], filter: Filter): readonly Shop[] {
  const able: Shop[] = [];
  for (const shop of shops) {
    const { remaining } = market.remainingOf(shop);
    if (shop.item.contents.length > 0 || !countsForWorth(shop.item) || !inStock(shop, remaining)) continue;
    if (matchShop(filter, shop, remaining) !== null) able.push(shop);
    if (able.length === PAIRED) break;
  }
  return able;
}

function spreadOf(market: Market, ask: Shop, bid: Shop, worth: number | null, filter: Filter): Spread | null {
  const { remaining, estimated } = market.remainingOf(ask);
  const resale = bestResale(ask, bid, remaining, market.remainingOf(bid).remaining);
  if (resale === null) return null;
  return {
    ...resale,
    identity: ask.item.identity,
    ask,
    bid,
    worth,
    unitProfit: unitPriceOf(bid) - unitPriceOf(ask),
    profit: profitOf(resale),
    estimated,
    distance: distanceBetween(ask.location, bid.location)?.blocks ?? null,
    distanceToAsk: distanceTo(filter, ask.location),
  };
}

/** Without a worth last; of equal profits the shorter way first. */
function mostProfitFirst(a: Spread, b: Spread): number {
  return (
    Number(a.worth === null) - Number(b.worth === null) ||
    b.profit - a.profit ||
    wayOf(a) - wayOf(b) ||
    a.ask.id - b.ask.id ||
    a.bid.id - b.bid.id
  );
}

function wayOf({ distance }: Spread): number {
  return distance ?? Number.MAX_SAFE_INTEGER;
}

/**
 * Items bought at an ask and sold at a bid, and diamonds for all of them. A rest that the bid does not take stays in
 * hand.
 */
export interface Resale {
  readonly bought: number;
  readonly paid: number;
  readonly sold: number;
  readonly received: number;
}

/** A full inventory: 36 slots of 64 items. Between two unlimited shops a player carries that once. */
const CARRIED = 36 * 64;
/** So many fewer bundles are tried at most; bundles of the game's stacks need no more. */
const MOST_TRIED = 64;

/**
 * Finds the amount that leaves the most, or null if none leaves anything. Both sides trade whole bundles, so that
 * selling a bundle fewer can be better than opening one more.
 * @param stock items left at the ask
 * @param room items that the bid still takes; between two unlimited shops one load is carried
 */
function bestResale(ask: Shop, bid: Shop, stock: number, room: number): Resale | null {
  const buys = ask.item.quantity;
  const sells = bid.item.quantity;
  const most = Math.floor(Math.min(Math.floor(loadOf(stock, buys) / buys) * buys, loadOf(room, sells)) / sells);
  let best: Resale | null = null;
  for (let bundles = most; bundles > Math.max(0, most - Math.min(buys, MOST_TRIED)); bundles--) {
    const opened = Math.ceil((bundles * sells) / buys);
    const resale = {
      bought: opened * buys,
      paid: opened * ask.price,
      sold: bundles * sells,
      received: bundles * bid.price,
    };
    if (profitOf(resale) > (best === null ? 0 : profitOf(best))) best = resale;
  }
  return best;
}

function loadOf(remaining: number, bundle: number): number {
  return remaining === UNLIMITED ? Math.max(CARRIED, bundle) : remaining;
}

function profitOf({ received, paid }: Resale): number {
  return received - paid;
}
