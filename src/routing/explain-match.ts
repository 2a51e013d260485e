import type { Change } from '../market/change.ts';
import { type DealTerms, dealOf, goodsSold } from '../market/deals/deal.ts';
import type { Filter } from '../market/search/filter.ts';
import { matchEvent, matchShop } from '../market/search/match.ts';
import type { Shop } from '../market/shops/shop.ts';
import { inStock } from '../market/shops/unit-price.ts';
import { isAtPrice, type WatchCriteria, watchMatches } from './match.ts';
import { EMPTY_MATCH_CONTEXT, goodsOf, isNewOffer, isRestock, isSoldOut, shopNow, type WorthOf } from './shop-news.ts';
import { isOfferChange, matchGoods, termsOfWatch } from './under-worth.ts';

/** Parts of a filter that are asked together. */
const PARTS = {
  enchantment: ['enchantments'],
  owner: ['owner', 'ownerId'],
  'not-owner': ['notOwner', 'notOwnerId'],
  world: ['world'],
  within: ['x', 'z', 'within'],
  'max-price': ['maxPrice'],
  'min-price': ['minPrice'],
  'min-stock': ['minStock'],
} as const satisfies Record<string, readonly (keyof Filter)[]>;

/** Why a change was not delivered: the parts of the filter that did not hold, else what the trigger asks for. */
export type MismatchReason =
  | keyof typeof PARTS
  | 'type'
  | 'variant'
  | 'price'
  | 'no-stock'
  | 'no-room'
  | 'no-worth'
  | 'percent'
  | 'min-saving'
  | 'matched-before';

/** What a watch makes of a change: `elsewhere`: nothing that its trigger looks at. */
export type MatchExplanation =
  | { readonly kind: 'matches' | 'elsewhere' }
  | { readonly kind: 'missed'; readonly mismatches: readonly MismatchReason[] };

/** A filter that everything passes. */
const ANYTHING: Filter = { containers: true };

/**
 * Judges a change as routing does, and says why not. `my-shop` is not explained: it matches or it does not.
 * @param worthOf judges `under-worth` watches; absent: no worth is known
 */
export function explainMatch(watch: WatchCriteria, change: Change, worthOf?: WorthOf): MatchExplanation {
  const context = { ...EMPTY_MATCH_CONTEXT, ...(worthOf && { worthOf }) };
  if (watchMatches(watch, change, context)) return { kind: 'matches' };
  const asked = askedOf(watch, change, worthOf);
  if (asked === null) return { kind: 'elsewhere' };
  const mismatches = findMismatches(watch.filter, asked.holds);
  return { kind: 'missed', mismatches: mismatches.length > 0 ? mismatches : [asked.otherwise] };
}

interface AskedOf {
  readonly holds: (filter: Filter) => boolean;
  /** What it was, if the filter holds. */
  readonly otherwise: MismatchReason;
}

function askedOf(watch: WatchCriteria, change: Change, worthOf: WorthOf | undefined): AskedOf | null {
  const { trigger } = watch;
  if (change.kind === 'auctioned') {
    if (trigger !== 'auctioned') return null;
    return { holds: (filter) => matchEvent(filter, change.auction, null) !== null, otherwise: 'price' };
  }
  if (change.kind === 'traded') {
    if (trigger !== 'traded') return null;
    return { holds: (filter) => matchEvent(filter, change.trade, change.shop) !== null, otherwise: 'price' };
  }
  const shop = shopLookedAt(watch, change);
  if (shop !== null && trigger === 'under-worth') {
    // The filter leaves out what stands in containers.
    if (shop.item.contents.length > 0 && !watch.filter.containers) return { holds: () => true, otherwise: 'type' };
    const goods = goodsSold(shop);
    return {
      holds: (filter) =>
        goods === null
          ? matchShop(filter, shop, shop.remaining) !== null
          : matchGoods(filter, goods.identity, shop, shop.remaining),
      otherwise: reasonOfDeal(watch, shop, worthOf),
    };
  }
  return (
    shop && { holds: (filter) => matchShop(filter, shop, shop.remaining) !== null, otherwise: reasonAt(watch, shop) }
  );
}

/** The shop that the trigger looks at in this change, as it was where that counts; null: it does not look at such changes. */
function shopLookedAt({ trigger, filter }: WatchCriteria, change: Change): Shop | null {
  const shop = shopNow(change);
  switch (trigger) {
    case 'at-or-below':
    case 'at-or-above': {
      const isOffer = change.kind === 'listed' || change.kind === 'restocked' || change.kind === 'price-changed';
      return isOffer && shop?.side === (trigger === 'at-or-below' ? 'ask' : 'bid') ? shop : null;
    }
    case 'listed':
      if (change.kind === 'listed') return shop?.side === 'ask' ? shop : null;
      return isNewOffer(goodsOf(filter), change, 'ask') ? shop : null;
    case 'restocked':
      return isRestock(ANYTHING, change) ? shop : null;
    case 'sold-out':
      if (change.kind === 'removed') return change.before.side === 'ask' ? change.before : null;
      return 'before' in change && isSoldOut(ANYTHING, change) ? change.before : null;
    case 'under-worth':
      return isOfferChange(change) && change.shop.side === 'ask' ? change.shop : null;
    case 'auctioned':
    case 'traded':
    case 'my-shop':
      return null;
  }
}

function reasonOfDeal(watch: WatchCriteria, shop: Shop, worthOf: WorthOf | undefined): MismatchReason {
  if (!inStock(shop, shop.remaining)) return 'no-stock';
  const terms = termsOfWatch(watch);
  const judge = (least: DealTerms) => worthOf && dealOf(shop, shop.remaining, worthOf, least);
  if (!judge({ discount: Number.NEGATIVE_INFINITY, minSaving: Number.NEGATIVE_INFINITY })) return 'no-worth';
  if (!judge({ ...terms, minSaving: Number.NEGATIVE_INFINITY })) return 'percent';
  return judge(terms) ? 'matched-before' : 'min-saving';
}

function reasonAt(watch: WatchCriteria, shop: Shop): MismatchReason {
  if (!inStock(shop, shop.remaining)) return shop.side === 'bid' ? 'no-room' : 'no-stock';
  if (watch.trigger !== 'at-or-below' && watch.trigger !== 'at-or-above') return 'no-stock';
  return isAtPrice(watch, shop, shop.remaining) ? 'matched-before' : 'price';
}

/** Each part is asked alone, beside the goods themselves: those that do not hold. */
function findMismatches(filter: Filter, holds: (filter: Filter) => boolean): MismatchReason[] {
  const { enchantments: _, ...item } = goodsOf(filter);
  // Another type stood or stands at the shop, or the type is in a box that the filter leaves out.
  if (filter.item !== undefined && !holds({ ...item, item: { type: filter.item.type } })) return ['type'];
  if (!holds(item)) return ['variant'];
  // A price is one of the goods that were found; in a container these may be others for the item alone.
  const goods = holds(goodsOf(filter)) ? goodsOf(filter) : item;
  const mismatches: MismatchReason[] = [];
  for (const [name, keys] of Object.entries(PARTS) as [keyof typeof PARTS, readonly (keyof Filter)[]][]) {
    const part = Object.fromEntries(keys.flatMap((key) => (filter[key] === undefined ? [] : [[key, filter[key]]])));
    if (Object.keys(part).length > 0 && !holds({ ...goods, ...part })) mismatches.push(name);
  }
  return mismatches;
}
