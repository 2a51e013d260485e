import type { Market } from '../market.ts';
import type { EnchantmentTest, Filter } from './filter.ts';
import type { Offer, OfferQuery } from './offer.ts';
import { findOffers } from './offers.ts';

/** A condition of a filter that can be dropped separately. */
export type DroppableCondition =
  | 'max-price'
  | 'min-price'
  | 'within'
  | 'min-stock'
  | 'enchantment'
  | 'world'
  | 'owner'
  | 'not-owner'
  | 'containers';

/** The nearest offer to a query without matches. */
export interface NearestAnswer {
  /** The condition it fails. */
  readonly condition: DroppableCondition;
  /** A filter with that condition alone, to describe it. */
  readonly only: Filter;
  /** A query that lists this offer first. */
  readonly filter: Filter;
  /** A query that lists this offer first. */
  readonly sort: OfferQuery['sort'];
  readonly offer: Offer;
}

interface RelaxedQuery {
  readonly condition: DroppableCondition;
  readonly only: Filter;
  readonly without: Filter;
  /** Returns the relative miss of an offer: 0.5 is half of the requested value. */
  readonly gapOf: (offer: Offer) => number;
}

/** Maximum number of offers compared per relaxed query, best price first. */
const MOST_COMPARED_OFFERS = 5_000;
/**
 * The miss of a condition that has no degrees. Prices, distances and stocks usually miss by less and therefore come
 * first.
 */
const FULL_MISS = 1;

/**
 * Drops one condition of the query at a time and finds the offer in stock with the smallest relative miss. A tie goes
 * to the condition listed first in `DroppableCondition`, then to the better price.
 * @returns the answer, or null if dropping a single condition yields no match
 */
export function* nearestAnswer(market: Market, query: OfferQuery): Generator<void, NearestAnswer | null> {
  let best: (NearestAnswer & { readonly gap: number }) | null = null;
  for (const { condition, only, without, gapOf } of relaxationsOf(query.filter)) {
    const asked = { ...query, filter: without, sort: 'price', outOfStock: false } as const;
    const { offers } = yield* findOffers(market, { ...asked, limit: MOST_COMPARED_OFFERS });
    for (const offer of offers) {
      const gap = offer.inStock ? gapOf(offer) : Number.POSITIVE_INFINITY;
      if (gap < (best?.gap ?? Number.POSITIVE_INFINITY)) {
        best = { condition, only, offer, gap, filter: without, sort: sortFor(condition, query) };
      }
    }
  }
  if (best === null) return null;
  const { gap: _, ...answer } = best;
  return answer;
}

/** Returns the sort order that lists the nearest offer first. */
function sortFor(condition: DroppableCondition, { side, sort }: OfferQuery): OfferQuery['sort'] {
  if (condition === 'within') return 'distance';
  return condition === 'min-stock' && side === 'buy' ? 'stock' : sort;
}

function relaxationsOf(filter: Filter): RelaxedQuery[] {
  const { maxPrice, minPrice, within, minStock, world, owner, notOwner, ownerId, notOwnerId, containers } = filter;
  const relaxed: RelaxedQuery[] = [];
  const add = (condition: DroppableCondition, only: Partial<Filter>, without: Filter, gapOf: RelaxedQuery['gapOf']) =>
    relaxed.push({ condition, only: { containers: true, ...only }, without, gapOf });
  if (maxPrice !== undefined) {
    add('max-price', { maxPrice }, omit(filter, 'maxPrice'), ({ match }) => missOf(match.unitPrice, maxPrice));
  }
  if (minPrice !== undefined) {
    add('min-price', { minPrice }, omit(filter, 'minPrice'), ({ match }) => missOf(match.unitPrice, minPrice));
  }
  if (within !== undefined) {
    const { x = 0, z = 0, near, home, nearWorld } = filter;
    const place = { ...(near !== undefined && { near }), ...(home && { home }), ...(nearWorld && { nearWorld }) };
    add('within', { x, z, within, ...place }, omit(filter, 'within'), ({ distance }) => missOf(distance, within));
  }
  if (minStock !== undefined) {
    add('min-stock', { minStock }, omit(filter, 'minStock'), ({ remaining }) => missOf(remaining, minStock));
  }
  for (const test of filter.enchantments ?? []) addEnchantment(test, filter, add);
  if (world !== undefined) add('world', { world }, omit(filter, 'world'), () => FULL_MISS);
  if (owner !== undefined) {
    const only = { owner, ...(ownerId !== undefined && { ownerId }) };
    add('owner', only, omit(filter, 'owner', 'ownerId'), () => FULL_MISS);
  }
  if (notOwner !== undefined) {
    const only = { notOwner, ...(notOwnerId !== undefined && { notOwnerId }) };
    add('not-owner', only, omit(filter, 'notOwner', 'notOwnerId'), () => FULL_MISS);
  }
  if (!containers) add('containers', { containers }, { ...filter, containers: true }, () => FULL_MISS);
  return relaxed;
}

/** Accepts any level, nearest first. An item without the enchantment does not qualify. */
function addEnchantment(
  test: EnchantmentTest,
  filter: Filter,
  add: (condition: DroppableCondition, only: Partial<Filter>, without: Filter, gapOf: RelaxedQuery['gapOf']) => void,
): void {
  const { id, level, comparison } = test;
  if (level <= 1 && comparison === 'at-least') return;
  const any = { id, comparison: 'at-least', level: 1 } as const;
  const enchantments = (filter.enchantments ?? []).map((one) => (one === test ? any : one));
  add('enchantment', { enchantments: [test] }, { ...filter, enchantments }, ({ match, shop }) => {
    const { variant } = (match.contained ?? shop.item).identity;
    const levels = (variant?.enchantments ?? []).flatMap((one) => (one.id === id ? one.level : []));
    return Math.min(...levels.map((has) => missOf(has, level)));
  });
}

/** Returns the miss as a share of `asked`; infinite if there is nothing to compare. */
function missOf(found: number | null, asked: number): number {
  if (found === null) return Number.POSITIVE_INFINITY;
  return Math.abs(found - asked) / Math.max(Math.abs(asked), Number.EPSILON);
}

function omit(filter: Filter, ...names: readonly (keyof Omit<Filter, 'containers'>)[]): Filter {
  const kept: { -readonly [K in keyof Filter]: Filter[K] } = { ...filter };
  for (const name of names) delete kept[name];
  return kept;
}
