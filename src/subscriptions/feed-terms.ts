import type { Market } from '../market/market.ts';
import { filterFault } from '../market/search/filter-fault.ts';
import { type Feed, PAID_KINDS } from '../routing/feed.ts';
import { auctionFault, distanceFault, FILTER_PARTS, neverMatchingFault, stockFault, type TermsFault } from './terms.ts';

/** What decides whether a feed can match at all. */
export type FeedTerms = Pick<Feed, 'kind' | 'filter' | 'minValue' | 'discount' | 'minSaving'>;
type FormerTerms = Pick<FeedTerms, 'filter' | 'minValue'>;

/**
 * The filters and values of a feed that its kind cannot answer; null: there are none.
 * @param market tells which items are paintings; null: none is in yet
 * @param before the feed that an edit starts from
 */
export function feedTermsFault(terms: FeedTerms, market: Market | null, before?: FormerTerms): TermsFault | null {
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

function kindFault({ kind, filter }: FeedTerms, market: Market | null, before?: FormerTerms): TermsFault | null {
  if (kind === 'auctions') return auctionFault(filter, before?.filter);
  if (kind === 'health') return neverMatchingFault('server-health', filter, FILTER_PARTS, before?.filter);
  if (kind !== 'banned-paintings') return null;
  const isPainting = filter.item === undefined || canBePainting(filter.item.type, market);
  const parts = isPainting ? (['enchantments'] as const) : (['item', 'enchantments'] as const);
  return neverMatchingFault('paintings', filter, parts, before?.filter);
}

function feedStockFault({ kind, filter }: FeedTerms, before?: FormerTerms): TermsFault | null {
  return kind === 'sold-out' ? stockFault(filter, before?.filter) : null;
}

/** A server may have other items that show a painting: what carries a canvas is one. */
function canBePainting(type: string, market: Market | null): boolean {
  if (type === 'PAINTING') return true;
  const known = [...(market?.catalogue.identities ?? [])];
  return known.some((identity) => identity.type === type && identity.variant?.canvas != null);
}
