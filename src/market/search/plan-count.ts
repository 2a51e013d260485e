import { UNLIMITED } from '../shops/shop.ts';
import type { Offer, OfferQuery } from './offer.ts';

/** Shops to visit for a number of items. A shop trades whole bundles only. */
export interface CountPlan {
  readonly stops: readonly Stop[];
  /** Items bought or sold: more than asked for where one buys whole bundles, fewer where stock or room is short. */
  readonly count: number;
  /** Diamonds paid or received. */
  readonly diamonds: number;
  /** Whether no other choice of shops is better; false if the search was cut short. */
  readonly isBest: boolean;
}

/** `items`: of all `bundles` of this stop. `diamonds`: the price of all of them. */
export interface Stop {
  readonly offer: Offer;
  readonly bundles: number;
  readonly items: number;
  readonly diamonds: number;
}

/** A shop's offer as the search sees it. `most`: bundles in stock, or room for them. */
interface Lot {
  readonly offer: Offer;
  readonly items: number;
  readonly price: number;
  readonly most: number;
}

/** Steps of one search: some 20 ms. Lists of a live service need fewer than a hundred. */
const MOST_STEPS = 100_000;
/** Sums of decimals differ by less than this where they are the same. */
const DUST = 1e-9;

/**
 * Chooses shops for `count` items: at least so many for the fewest diamonds (`buy`), or at most so many for the most
 * (`sell`). Mixed containers have no price for one item and are left out. Where the stock of all shops is too small, the
 * plan takes all of it.
 * @param offers of the asked side; those out of stock or without room are left out
 * @param query `sort`: the order of the stops
 */
export function planCount(
  offers: readonly Offer[],
  count: number,
  { side, sort }: Pick<OfferQuery, 'side' | 'sort'>,
): CountPlan {
  const lots = lotsOf(offers, side);
  const stock = lots.reduce((sum, { most, items }) => sum + most * items, 0);
  if (side === 'buy' && stock <= count) {
    const all = lots.map(({ most }) => most);
    return planOf(lots, all, sort, true);
  }
  const search = new Search(lots, side === 'buy' ? 1 : -1);
  search.from(0, count, 0);
  return planOf(lots, search.best, sort, search.steps < MOST_STEPS);
}

/** The best price for one item first. */
function lotsOf(offers: readonly Offer[], side: OfferQuery['side']): Lot[] {
  const lots = offers.flatMap((offer): Lot[] => {
    const { shop, match, inStock, remaining } = offer;
    if (!inStock || match.unitPrice === null || shop.side !== (side === 'buy' ? 'ask' : 'bid')) return [];
    const bundle = shop.item.quantity;
    const most = remaining === UNLIMITED ? UNLIMITED : Math.floor(remaining / bundle);
    return [{ offer, items: bundle * (match.held ?? 1), price: shop.price, most }];
  });
  const sign = side === 'buy' ? 1 : -1;
  return lots.sort((a, b) => sign * (unitPriceOf(a) - unitPriceOf(b)) || b.items - a.items);
}

function unitPriceOf({ price, items }: Lot): number {
  return price / items;
}

function planOf(
  lots: readonly Lot[],
  bundles: readonly number[],
  sort: OfferQuery['sort'],
  isBest: boolean,
): CountPlan {
  const stops = lots.flatMap(({ offer, items, price }, at): Stop[] => {
    const taken = bundles[at] ?? 0;
    return taken === 0 ? [] : [{ offer, bundles: taken, items: taken * items, diamonds: taken * price }];
  });
  // The stops come by price already; the sort is stable.
  if (sort === 'distance') stops.sort((a, b) => wayTo(a) - wayTo(b));
  if (sort === 'stock') stops.sort((a, b) => b.offer.remaining - a.offer.remaining);
  const sum = (of: (stop: Stop) => number) => stops.reduce((total, stop) => total + of(stop), 0);
  return { stops, count: sum(({ items }) => items), diamonds: sum(({ diamonds }) => diamonds), isBest };
}

function wayTo({ offer }: Stop): number {
  return offer.distance ?? Number.MAX_VALUE;
}

/**
 * Branch and bound over the lots in the order of their unit prices. A branch is left if even split bundles could not make it
 * better than the best plan so far; the first plan is the one that takes as much as it can of each lot.
 */
class Search {
  readonly #lots: readonly Lot[];
  /** 1: the least diamonds for at least `rest` items; -1: the most for at most so many. */
  readonly #sign: 1 | -1;
  readonly #chosen: number[] = [];
  #bestCost = Number.POSITIVE_INFINITY;
  best: readonly number[] = [];
  steps = 0;

  constructor(lots: readonly Lot[], sign: 1 | -1) {
    this.#lots = lots;
    this.#sign = sign;
  }

  /** @param cost of what is chosen of the lots before `at`: diamonds, negative where one sells */
  from(at: number, rest: number, cost: number): void {
    const lot = this.#lots[at];
    if (this.#isWhole(rest, lot) && cost < this.#bestCost - DUST) {
      this.#bestCost = cost;
      this.best = this.#chosen.slice(0, at);
    }
    if (lot === undefined || rest <= 0) return;
    const fitting = this.#sign === 1 ? Math.ceil(rest / lot.items) : Math.floor(rest / lot.items);
    for (let bundles = Math.min(lot.most, fitting); bundles >= 0; bundles--) {
      if (++this.steps >= MOST_STEPS) return;
      const left = rest - bundles * lot.items;
      const paid = cost + this.#sign * bundles * lot.price;
      // Fewer bundles of this lot make the bound no better.
      if (this.#boundOf(at + 1, left, paid) >= this.#bestCost - DUST) return;
      this.#chosen[at] = bundles;
      this.from(at + 1, left, paid);
    }
  }

  /** Whether what is chosen may be all: enough is bought, or nothing more is sold. */
  #isWhole(rest: number, lot: Lot | undefined): boolean {
    return this.#sign === 1 ? rest <= 0 : lot === undefined || rest <= 0;
  }

  /** The cost if bundles could be split. */
  #boundOf(from: number, rest: number, cost: number): number {
    let left = rest;
    let bound = cost;
    for (let at = from; left > 0; at++) {
      const lot = this.#lots[at];
      if (lot === undefined) return this.#sign === 1 ? Number.POSITIVE_INFINITY : bound;
      const items = Math.min(left, lot.most * lot.items);
      bound += this.#sign * items * unitPriceOf(lot);
      left -= items;
    }
    return bound;
  }
}
