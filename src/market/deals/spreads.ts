import { countsForWorth, type Identity } from '../item/item.ts';
import type { Market } from '../market.ts';
import { isPlayer } from '../player.ts';
import { bidsOf } from '../prices/quotes.ts';
import type { Worth } from '../prices/worth.ts';
import { BestOf } from '../search/bounded-lists.ts';
import type { Filter } from '../search/filter.ts';
import { distanceTo, matchIdentity, matchShop } from '../search/match.ts';
import { distanceBetween } from '../shops/distance.ts';
import type { ItemShops } from '../shops/item-groups.ts';
import { type Shop, UNLIMITED } from '../shops/shop.ts';
import { inStock, unitPriceOf } from '../shops/unit-price.ts';

export interface SpreadQuery {
  readonly filter: Filter;
  readonly limit: number;
  /** Name or uuid of the player whose shops are left out, because the user is that player. */
  readonly except?: string | undefined;
}

/** A purchase at `ask` with a resale at `bid`. */
export interface Spread extends Resale {
  readonly identity: Identity;
  readonly ask: Shop;
  readonly bid: Shop;
  /** Diamonds for one item, or null if unknown. */
  readonly worth: number | null;
  /** Diamonds for one item. */
  readonly unitProfit: number;
  /** Diamonds for all items. */
  readonly profit: number;
  /** Whether the ask's stock is an estimate. */
  readonly estimated: boolean;
  /** Blocks between both shops in the ask's world, or null if no portal connects them. */
  readonly distance: number | null;
  /** Blocks from the filter's place, or null if it has none or no portal leads there. */
  readonly distanceToAsk: number | null;
}

/** Number of cheapest asks paired with as many highest bids, per item. It bounds the work to 2,500 pairs. */
const MOST_PAIRED_SHOPS = 50;

/** Multiple of the worth above which a bid is a mistake or a bait. */
const HIGHEST_BID_TO_WORTH = 2;

/**
 * Finds, for each item, the most profitable pair of an ask in stock and a bid with room. The most profit comes first.
 * Items without a worth come last, since nothing shows whether their bid is a mistake.
 *
 * Containers and unknown variants are left out, and so are pairs of one owner and bids above double the worth. The
 * filter's item, place and `notOwner` apply to both ends, `owner` to one of them, prices and stock to the ask. Yields
 * after each type.
 * @param worths by identity key
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
      const spread = bestSpread(market, shops, worth, query);
      if (spread !== null) best.add(spread);
    }
    yield;
  }
  return best.sorted();
}

function bestSpread(
  market: Market,
  shops: ItemShops,
  worth: number | null,
  { filter, except }: SpreadQuery,
): Spread | null {
  if (shops.identity.variant === null || !matchIdentity(filter, shops.identity)) return null;
  const bids = bidsOf(market, shops.identity);
  const [cheapest] = shops.asks;
  const [highest] = bids;
  if (!cheapest || !highest || unitPriceOf(cheapest) >= unitPriceOf(highest)) return null;
  const earnest = worth === null ? bids : bids.filter((bid) => unitPriceOf(bid) <= worth * HIGHEST_BID_TO_WORTH);
  let best: Spread | null = null;
  for (const [ofAsk, ofBid] of filtersOfAskAndBid(filter)) {
    const asks = tradableShops(market, shops.asks, ofAsk, except);
    const bids = asks.length > 0 ? tradableShops(market, earnest, ofBid, except) : [];
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

/**
 * Splits the filter into one for the ask and one for the bid. A filter with an owner becomes two pairs, one for each
 * end.
 */
function filtersOfAskAndBid({ owner, ownerId, ...ofAsk }: Filter): readonly (readonly [Filter, Filter])[] {
  const { maxPrice, minPrice, minStock, ...ofBid } = ofAsk;
  if (owner === undefined) return [[ofAsk, ofBid]];
  const player = { owner, ...(ownerId !== undefined && { ownerId }) };
  return [
    [{ ...ofAsk, ...player }, ofBid],
    [ofAsk, { ...ofBid, ...player }],
  ];
}

/**
 * Returns the first 50 matching shops that can trade now. Filled containers and damaged or signed goods are left out,
 * since they are not the item itself.
 */
function tradableShops(
  market: Market,
  shops: readonly Shop[],
  filter: Filter,
  except: string | undefined,
): readonly Shop[] {
  const able: Shop[] = [];
  for (const shop of shops) {
    const { remaining } = market.remainingOf(shop);
    if (shop.item.contents.length > 0 || !countsForWorth(shop.item) || !inStock(shop, remaining)) continue;
    if (except !== undefined && isPlayer(shop.owner, except)) continue;
    if (matchShop(filter, shop, remaining) !== null) able.push(shop);
    if (able.length === MOST_PAIRED_SHOPS) break;
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

/** Sorts spreads without a worth last. Among equal profits, the shorter way comes first. */
function mostProfitFirst(a: Spread, b: Spread): number {
  return (
    Number(a.worth === null) - Number(b.worth === null) ||
    b.profit - a.profit ||
    sortDistance(a) - sortDistance(b) ||
    a.ask.id - b.ask.id ||
    a.bid.id - b.bid.id
  );
}

function sortDistance({ distance }: Spread): number {
  return distance ?? Number.MAX_SAFE_INTEGER;
}

/**
 * Items bought at an ask and sold at a bid, with the diamonds for each side. Items that the bid does not take stay with
 * the player.
 */
export interface Resale {
  readonly bought: number;
  readonly paid: number;
  readonly sold: number;
  readonly received: number;
}

/** A full inventory: 36 slots of 64 items. Between two unlimited shops, one load counts. */
const CARRIED_ITEMS = 36 * 64;
/** Number of smaller amounts tried below the largest. Bundles of the game's stack sizes need no more. */
const MOST_TRIED_AMOUNTS = 64;

/**
 * Finds the most profitable amount. Both sides trade whole bundles, so selling one bundle fewer can be better than
 * buying one more.
 * @param stock items left at the ask
 * @param room items that the bid still takes
 * @returns the resale, or null if no amount yields a profit
 */
function bestResale(ask: Shop, bid: Shop, stock: number, room: number): Resale | null {
  const buys = ask.item.quantity;
  const sells = bid.item.quantity;
  const most = Math.floor(
    Math.min(Math.floor(tradableItems(stock, buys) / buys) * buys, tradableItems(room, sells)) / sells,
  );
  let best: Resale | null = null;
  for (let bundles = most; bundles > Math.max(0, most - Math.min(buys, MOST_TRIED_AMOUNTS)); bundles--) {
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

function tradableItems(remaining: number, bundle: number): number {
  return remaining === UNLIMITED ? Math.max(CARRIED_ITEMS, bundle) : remaining;
}

function profitOf({ received, paid }: Resale): number {
  return received - paid;
}
