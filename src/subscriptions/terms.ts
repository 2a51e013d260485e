import type { Filter } from '../market/search/filter.ts';
import type { FilterFault } from '../market/search/filter-fault.ts';
import type { FeedKind } from '../routing/feed.ts';
import type { WatchTrigger } from '../routing/watch.ts';

/**
 * Why a watch or a feed can never match, or what of it is not said. `kept`, `isKept`: what of it stood there before an edit
 * and so must be cleared, not left out.
 */
export type TermsFault =
  | FilterFault
  | { readonly kind: 'distance-missing' }
  | { readonly kind: 'no-stock'; readonly isKept: boolean }
  | {
      readonly kind: 'never-matching';
      readonly of: 'auctions' | 'paintings' | 'server-health';
      readonly parts: readonly (keyof Filter)[];
      readonly kept: readonly (keyof Filter)[];
    }
  | { readonly kind: 'owner-missing' }
  | { readonly kind: 'own-shops-filtered' }
  | { readonly kind: 'every-not-taken' }
  | { readonly kind: 'item-missing' }
  | { readonly kind: 'price-missing'; readonly trigger: WatchTrigger }
  | { readonly kind: 'price-not-taken'; readonly trigger: WatchTrigger }
  | { readonly kind: 'bound-beyond-price'; readonly bound: 'minPrice' | 'maxPrice' }
  /** `option`: of a deal, where none is asked for. */
  | { readonly kind: 'no-deals'; readonly option: 'percent' | 'discount' | 'min-saving' }
  | { readonly kind: 'nothing-paid'; readonly feedKind: FeedKind; readonly isKept: boolean };

/** Parts that are typed: the uuid of a player comes with the name. */
const EVERY_PART: Record<Exclude<keyof Filter, 'ownerId' | 'notOwnerId'>, true> = {
  item: true,
  enchantments: true,
  owner: true,
  notOwner: true,
  world: true,
  x: true,
  z: true,
  within: true,
  maxPrice: true,
  minPrice: true,
  minStock: true,
  containers: true,
};
/** Every part of a filter, in the order in which people are told of them. */
export const FILTER_PARTS = Object.keys(EVERY_PART) as readonly (keyof Filter)[];

/** What an auction cannot answer: it has no place, owner or stock. */
const NOT_OF_AUCTIONS = ['owner', 'notOwner', 'world', 'x', 'z', 'within', 'minStock'] as const;
const NO_FILTER: Filter = { containers: true };

/** A place alone leaves nothing out, and nothing in a feed or watch is sorted by distance. */
export function distanceFault({ x, within }: Filter): TermsFault | null {
  return x !== undefined && within === undefined ? { kind: 'distance-missing' } : null;
}

/** An empty shop has no stock to ask for. */
export function stockFault({ minStock }: Filter, before?: Filter): TermsFault | null {
  return minStock === undefined ? null : { kind: 'no-stock', isKept: before?.minStock !== undefined };
}

export function auctionFault(filter: Filter, before?: Filter): TermsFault | null {
  return neverMatchingFault('auctions', filter, NOT_OF_AUCTIONS, before);
}

/** @param parts those of the filter that `of` cannot answer */
export function neverMatchingFault(
  of: 'auctions' | 'paintings' | 'server-health',
  filter: Filter,
  parts: readonly (keyof Filter)[],
  before: Filter = NO_FILTER,
): TermsFault | null {
  const given = givenOf(filter, parts);
  return given.length === 0 ? null : { kind: 'never-matching', of, parts: given, kept: givenOf(before, given) };
}

/** Those of the parts that leave something out. */
export function givenOf(filter: Filter, parts: readonly (keyof Filter)[]): readonly (keyof Filter)[] {
  return parts.filter((key) => (key === 'containers' ? !filter.containers : filter[key] !== undefined));
}
