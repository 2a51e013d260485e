import type { Filter } from '../market/search/filter.ts';
import { filterFault } from '../market/search/filter-fault.ts';
import { mayLackItem, PRICE_NEEDED, takesPrice, type Watch, type WatchTrigger } from '../routing/watch.ts';
import { auctionFault, distanceFault, FILTER_PARTS, givenOf, stockFault, type TermsFault } from './terms.ts';

/** What decides whether a watch can match at all. */
export type WatchTerms = Pick<
  Watch,
  'item' | 'trigger' | 'price' | 'filter' | 'percent' | 'minSaving' | 'everyMinutes'
>;

/**
 * What is wrong with what a watch asks for, however it came: typed, edited or from a file; null: nothing.
 * @param before the filter that an edit starts from
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
  if (PRICE_NEEDED.includes(trigger) && price === null) return { kind: 'price-missing', trigger };
  if (price !== null && !takesPrice(trigger)) return { kind: 'price-not-taken', trigger };
  return boundFault(terms) ?? distanceFault(filter) ?? triggerFault(trigger, filter, before);
}

/** Sales and undercutting of one's own shops: there is nothing to leave out. */
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
