import type { Market } from '../market/market.ts';
import { type Filter, type FilterFault, filterFault, NO_FILTER } from '../market/search/filter.ts';
import { type Feed, type FeedKind, PAID_KINDS } from '../routing/feed.ts';
import { mayLackItem, PRICE_TRIGGERS, takesPrice, type Watch, type WatchTrigger } from '../routing/watch.ts';

/**
 * The reason why a watch or feed can never match, or a part that it lacks. `kept` and `isKept` concern parts that it
 * had before an edit, so that the user must clear them instead of leaving them out.
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
  /** `option` belongs to deals, and the feed or watch is about something else. */
  | { readonly kind: 'no-deals'; readonly option: 'percent' | 'discount' | 'min-saving' }
  | { readonly kind: 'nothing-paid'; readonly feedKind: FeedKind; readonly isKept: boolean };

/** The parts that users type. The uuid of a player, and the world of a landmark or home, come with the name. */
const EVERY_PART: Record<Exclude<keyof Filter, 'ownerId' | 'notOwnerId' | 'home' | 'nearWorld'>, true> = {
  item: true,
  enchantments: true,
  owner: true,
  notOwner: true,
  world: true,
  x: true,
  z: true,
  near: true,
  within: true,
  maxPrice: true,
  minPrice: true,
  minStock: true,
  containers: true,
};
/** All parts of a filter, in the order in which faults name them. */
const FILTER_PARTS = Object.keys(EVERY_PART) as readonly (keyof Filter)[];

/** Parts that an auction cannot answer, since it has no place, owner or stock. */
const NOT_OF_AUCTIONS = ['owner', 'notOwner', 'world', 'x', 'z', 'near', 'within', 'minStock'] as const;

/** A place alone excludes no shop, and no feed or watch is sorted by distance. */
function distanceFault({ x, within }: Filter): TermsFault | null {
  return x !== undefined && within === undefined ? { kind: 'distance-missing' } : null;
}

/** An empty shop has no stock to ask for. */
function stockFault({ minStock }: Filter, before?: Filter): TermsFault | null {
  return minStock === undefined ? null : { kind: 'no-stock', isKept: before?.minStock !== undefined };
}

function auctionFault(filter: Filter, before?: Filter): TermsFault | null {
  return neverMatchingFault('auctions', filter, NOT_OF_AUCTIONS, before);
}

/** @param parts the parts of the filter that `of` cannot answer */
function neverMatchingFault(
  of: 'auctions' | 'paintings' | 'server-health',
  filter: Filter,
  parts: readonly (keyof Filter)[],
  before: Filter = NO_FILTER,
): TermsFault | null {
  const given = givenOf(filter, parts);
  return given.length === 0 ? null : { kind: 'never-matching', of, parts: given, kept: givenOf(before, given) };
}

/** The parts that `near` sets, so that a fault names `near` alone. */
const SET_BY_NEAR: readonly (keyof Filter)[] = ['x', 'z', 'within'];

/** @returns the parts that exclude something */
function givenOf(filter: Filter, parts: readonly (keyof Filter)[]): readonly (keyof Filter)[] {
  return parts.filter((key) => {
    if (filter.near !== undefined && SET_BY_NEAR.includes(key)) return false;
    return key === 'containers' ? !filter.containers : filter[key] !== undefined;
  });
}

/** The terms that decide whether a feed can match. */
type FeedTerms = Pick<Feed, 'kind' | 'filter' | 'minValue' | 'discount' | 'minSaving'>;
type FormerFeedTerms = Pick<FeedTerms, 'filter' | 'minValue'>;

/**
 * Finds a filter or value of a feed that its kind cannot answer.
 * @param market tells which items are paintings, or null before the first list of shops
 * @param before the feed before an edit
 * @returns the first fault, or null if there is none
 */
export function feedTermsFault(terms: FeedTerms, market: Market | null, before?: FormerFeedTerms): TermsFault | null {
  const { kind, filter, minValue } = terms;
  const fault = filterFault(filter);
  if (fault !== null) return fault;
  if (minValue > 0 && !PAID_KINDS.includes(kind)) {
    return { kind: 'nothing-paid', feedKind: kind, isKept: before?.minValue === minValue };
  }
  if (kind !== 'deals' && terms.discount !== undefined) return { kind: 'no-deals', option: 'discount' };
  if (kind !== 'deals' && terms.minSaving !== undefined) return { kind: 'no-deals', option: 'min-saving' };
  return kindFault(terms, market, before) ?? distanceFault(filter) ?? feedStockFault(terms, before);
}

function kindFault({ kind, filter }: FeedTerms, market: Market | null, before?: FormerFeedTerms): TermsFault | null {
  if (kind === 'auctions') return auctionFault(filter, before?.filter);
  if (kind === 'health') return neverMatchingFault('server-health', filter, FILTER_PARTS, before?.filter);
  if (kind !== 'banned-paintings') return null;
  const isPainting = filter.item === undefined || canBePainting(filter.item.type, market);
  const parts = isPainting ? (['enchantments'] as const) : (['item', 'enchantments'] as const);
  return neverMatchingFault('paintings', filter, parts, before?.filter);
}

function feedStockFault({ kind, filter }: FeedTerms, before?: FormerFeedTerms): TermsFault | null {
  return kind === 'sold-out' ? stockFault(filter, before?.filter) : null;
}

/** Any type with a canvas counts, because on some servers other items show a painting. */
function canBePainting(type: string, market: Market | null): boolean {
  if (type === 'PAINTING') return true;
  const known = [...(market?.catalogue.identities ?? [])];
  return known.some((identity) => identity.type === type && identity.variant?.canvas != null);
}

/** The terms that decide whether a watch can match. */
type WatchTerms = Pick<Watch, 'item' | 'trigger' | 'price' | 'filter' | 'percent' | 'minSaving' | 'everyMinutes'>;

/**
 * Finds a fault in the terms of a watch, whether they were typed, edited or read from a file.
 * @param before the filter before an edit
 * @returns the first fault, or null if there is none
 */
export function watchTermsFault(terms: WatchTerms, before?: Filter): TermsFault | null {
  const { item, trigger, price, filter } = terms;
  const fault = filterFault(filter);
  if (fault !== null) return fault;
  if (trigger === 'my-shop') return ownShopsFault(terms);
  if (terms.everyMinutes !== undefined) return { kind: 'every-not-taken' };
  if (item === null && !mayLackItem(trigger)) return { kind: 'item-missing' };
  if (trigger !== 'under-worth') {
    if (terms.percent !== undefined) return { kind: 'no-deals', option: 'percent' };
    if (terms.minSaving !== undefined) return { kind: 'no-deals', option: 'min-saving' };
  }
  if (PRICE_TRIGGERS.includes(trigger) && price === null) return { kind: 'price-missing', trigger };
  if (price !== null && !takesPrice(trigger)) return { kind: 'price-not-taken', trigger };
  return boundFault(terms) ?? distanceFault(filter) ?? triggerFault(trigger, filter, before);
}

/** A watch on sales and undercutting of one's own shops takes no filters. */
function ownShopsFault({ filter, price }: WatchTerms): TermsFault | null {
  if (filter.owner === undefined) return { kind: 'owner-missing' };
  const others = FILTER_PARTS.filter((part) => part !== 'owner');
  return givenOf(filter, others).length > 0 || price !== null ? { kind: 'own-shops-filtered' } : null;
}

function boundFault({ trigger, price, filter: { minPrice, maxPrice } }: WatchTerms): TermsFault | null {
  if (price === null) return null;
  if (trigger === 'at-or-above') {
    return maxPrice !== undefined && maxPrice < price ? { kind: 'bound-beyond-price', bound: 'maxPrice' } : null;
  }
  return minPrice !== undefined && minPrice > price ? { kind: 'bound-beyond-price', bound: 'minPrice' } : null;
}

function triggerFault(trigger: WatchTrigger, filter: Filter, before?: Filter): TermsFault | null {
  switch (trigger) {
    case 'auctioned':
      return auctionFault(filter, before);
    case 'sold-out':
      return stockFault(filter, before);
    case 'at-or-above':
    case 'at-or-below':
    case 'listed':
    case 'restocked':
    case 'traded':
    case 'my-shop':
    case 'under-worth':
      return null;
  }
}
