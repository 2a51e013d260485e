import { UNLIMITED } from '../shops/shop.ts';
import { eachInSlices } from '../shops/slices.ts';
import { type Offer, type OfferQuery, UNREACHABLE_DISTANCE } from './offer.ts';

/** Shops to visit for a number of items. A shop trades whole bundles only. */
export interface CountPlan {
  readonly stops: readonly Stop[];
  /** Items traded: more than requested if bundles are bought whole, fewer if stock or room is short. */
  readonly count: number;
  /** Diamonds paid or received. */
  readonly diamonds: number;
  /** Whether no other choice of shops is better; false if the search was cut short. */
  readonly isBest: boolean;
}

export interface Stop {
  readonly offer: Offer;
  readonly bundles: number;
  /** Items in all `bundles` of this stop. */
  readonly items: number;
  /** Price of all `bundles`. */
  readonly diamonds: number;
}

/** A shop's offer as the search sees it. `most`: bundles in stock or with room, limited to the requested count. */
interface Lot {
  readonly offer: Offer;
  readonly items: number;
  readonly price: number;
  readonly unitPrice: number;
  readonly most: number;
}

/**
 * Maximum number of steps in one search: well under 100 ms for 10,000 shops. Lists of a live service need fewer than a
 * hundred.
 */
const MOST_SEARCH_STEPS = 100_000;
/** Steps between two yields; under a millisecond. */
const STEPS_PER_SLICE = 256;
/** Lots of a plan that are copied in the time of one step. */
const COPIED_LOTS_PER_STEP = 128;
/** Relative tolerance of equal sums of decimals. */
const SUM_TOLERANCE = 1e-9;

/**
 * Chooses shops for `count` items: at least `count` for the fewest diamonds (`buy`), or at most `count` for the
 * most (`sell`). Mixed containers have no unit price and are left out. If all shops together are too small, the plan
 * takes all of them. Yields often.
 * @param offers matches of the requested side; those out of stock or without room are left out
 * @param query `sort`: the order of the stops
 */
export function* planCount(
  offers: readonly Offer[],
  count: number,
  { side, sort }: Pick<OfferQuery, 'side' | 'sort'>,
): Generator<void, CountPlan> {
  const lots = yield* lotsOf(offers, count, side);
  const stock = lots.reduce((sum, { most, items }) => sum + most * items, 0);
  if (stock <= count) {
    const all = lots.map(({ most }) => most);
    return buildPlan(lots, all, sort, true);
  }
  const { bundles, isBest } = yield* searchBundles(lots, count, side === 'buy' ? 1 : -1);
  return buildPlan(lots, bundles, sort, isBest);
}

/** Sorts by unit price, best first. */
function* lotsOf(offers: readonly Offer[], count: number, side: OfferQuery['side']): Generator<void, Lot[]> {
  const lots: Lot[] = [];
  yield* eachInSlices(offers, (offer) => {
    const { shop, match, inStock, remaining } = offer;
    const { price } = shop;
    if (!inStock || match.unitPrice === null || shop.side !== (side === 'buy' ? 'ask' : 'bid')) return;
    const items = shop.item.quantity * (match.held ?? 1);
    const inShop = remaining === UNLIMITED ? UNLIMITED : Math.floor(remaining / shop.item.quantity);
    const most = Math.min(inShop, Math.ceil(count / items));
    lots.push({ offer, items, price, unitPrice: price / items, most });
  });
  const sign = side === 'buy' ? 1 : -1;
  return lots.sort((a, b) => sign * (a.unitPrice - b.unitPrice) || b.items - a.items);
}

function buildPlan(
  lots: readonly Lot[],
  bundles: readonly number[],
  sort: OfferQuery['sort'],
  isBest: boolean,
): CountPlan {
  const stops = lots.flatMap(({ offer, items, price }, at): Stop[] => {
    const taken = bundles[at] ?? 0;
    return taken === 0 ? [] : [{ offer, bundles: taken, items: taken * items, diamonds: taken * price }];
  });
  // The stops are already sorted by price, and the sort is stable.
  if (sort === 'distance') stops.sort((a, b) => stopDistance(a) - stopDistance(b));
  if (sort === 'stock') stops.sort((a, b) => b.offer.remaining - a.offer.remaining);
  const sum = (of: (stop: Stop) => number) => stops.reduce((total, stop) => total + of(stop), 0);
  return { stops, count: sum(({ items }) => items), diamonds: sum(({ diamonds }) => diamonds), isBest };
}

function stopDistance({ offer }: Stop): number {
  return offer.distance ?? UNREACHABLE_DISTANCE;
}

/**
 * Searches depth first, by branch and bound, over the lots in order of unit price. A branch is cut if even split
 * bundles could not beat the best plan so far. The first plan takes the maximum of each lot.
 * @param sign 1: the fewest diamonds for at least `count` items; -1: the most for at most `count`
 * @returns bundles of each lot, and whether the search was complete
 */
function* searchBundles(
  lots: readonly Lot[],
  count: number,
  sign: 1 | -1,
): Generator<void, { bundles: readonly number[]; isBest: boolean }> {
  const boundOf = costBounds(lots, sign);
  // Both arrays are indexed by depth, the number of lots whose bundles are chosen. They hold the items still to trade,
  // and the cost so far (negative for a sale).
  const rests = [count];
  const costs = [0];
  const chosen: number[] = [];
  const untried = [firstBundles(lots[0], count, sign)];
  let best: readonly number[] = [];
  let toBeat = Number.POSITIVE_INFINITY;
  let steps = 0;
  let sliceEnd = STEPS_PER_SLICE;
  for (let at = 0; at >= 0; ) {
    const lot = lots[at];
    const bundles = untried[at] ?? -1;
    if (lot === undefined || bundles < 0) {
      at -= 1;
      continue;
    }
    untried[at] = bundles - 1;
    if (++steps >= MOST_SEARCH_STEPS) return { bundles: best, isBest: false };
    if (steps >= sliceEnd) {
      sliceEnd = steps + STEPS_PER_SLICE;
      yield;
    }
    const rest = (rests[at] ?? 0) - bundles * lot.items;
    const cost = (costs[at] ?? 0) + sign * bundles * lot.price;
    if (boundOf(at + 1, rest, cost) >= toBeat) {
      // Fewer bundles do not improve the bound, unless `bundles` trade more than is left.
      if (rest >= 0) at -= 1;
      continue;
    }
    chosen[at] = bundles;
    at += 1;
    rests[at] = rest;
    costs[at] = cost;
    const next = lots[at];
    untried[at] = rest > 0 ? firstBundles(next, rest, sign) : -1;
    // Enough is bought, or nothing more can be sold.
    const isWhole = rest <= 0 || (sign === -1 && next === undefined);
    if (!isWhole || cost >= toBeat) continue;
    best = chosen.slice(0, at);
    toBeat = cost - SUM_TOLERANCE * Math.max(1, Math.abs(cost));
    steps += at / COPIED_LOTS_PER_STEP;
  }
  return { bundles: best, isBest: true };
}

/** Returns the number of bundles to try first, or -1 if there is no lot. */
function firstBundles(lot: Lot | undefined, rest: number, sign: 1 | -1): number {
  if (lot === undefined) return -1;
  return Math.min(lot.most, sign === 1 ? Math.ceil(rest / lot.items) : Math.floor(rest / lot.items));
}

/** Computes the cost if bundles of the lots from `at` on could be split, in logarithmic time. */
function costBounds(lots: readonly Lot[], sign: 1 | -1): (at: number, rest: number, cost: number) => number {
  // At each index, the sums over the lots before it.
  const items = new Float64Array(lots.length + 1);
  const costs = new Float64Array(lots.length + 1);
  lots.forEach((lot, at) => {
    items[at + 1] = (items[at] ?? 0) + lot.most * lot.items;
    costs[at + 1] = (costs[at] ?? 0) + sign * lot.most * lot.price;
  });
  return (at, rest, cost) => {
    if (rest <= 0) return cost;
    const target = (items[at] ?? 0) + rest;
    let low = at;
    let high = lots.length;
    // `low` becomes the index after the last lot that is taken whole.
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((items[middle] ?? 0) <= target) low = middle;
      else high = middle - 1;
    }
    const whole = cost + (costs[low] ?? 0) - (costs[at] ?? 0);
    const left = target - (items[low] ?? 0);
    const lot = lots[low];
    if (lot === undefined) return sign === 1 && left > 0 ? Number.POSITIVE_INFINITY : whole;
    return whole + sign * left * lot.unitPrice;
  };
}
