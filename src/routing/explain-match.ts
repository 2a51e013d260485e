import type { Change } from '../market/change.ts';
import { type DealTerms, dealOf, goodsSold } from '../market/deals/deal.ts';
import type { Filter } from '../market/search/filter.ts';
import { matchEvent, matchShop } from '../market/search/match.ts';
import type { Shop } from '../market/shops/shop.ts';
import { inStock } from '../market/shops/unit-price.ts';
import { isAtPrice, type WatchCriteria, watchMatches } from './match.ts';
import {
  EMPTY_MATCH_CONTEXT,
  goodsFilterOf,
  isNewOffer,
  isRestock,
  isSoldOut,
  shopNow,
  type WorthOf,
} from './shop-news.ts';
import { isOfferChange, matchGoods, termsOfWatch } from './under-worth.ts';

/** Parts of a filter that are checked together. */
const EXPLAINED_PARTS = {
  enchantment: ['enchantments'],
  owner: ['owner', 'ownerId'],
  'not-owner': ['notOwner', 'notOwnerId'],
  world: ['world'],
  within: ['x', 'z', 'near', 'home', 'nearWorld', 'within'],
  'max-price': ['maxPrice'],
  'min-price': ['minPrice'],
  'min-stock': ['minStock'],
} as const satisfies Record<string, readonly (keyof Filter)[]>;

/**
 * A reason why a change was not delivered: a part of the filter that does not match, else a condition of the trigger.
 */
export type MismatchReason =
  | keyof typeof EXPLAINED_PARTS
  | 'own-shop'
  | 'type'
  | 'variant'
  | 'price'
  | 'no-stock'
  | 'no-room'
  | 'no-worth'
  | 'percent'
  | 'min-saving'
  | 'matched-before';

/** The result of a watch's check of a change. `elsewhere`: its trigger ignores such changes. */
export type MatchExplanation =
  | { readonly kind: 'matches' | 'elsewhere' }
  | { readonly kind: 'missed'; readonly mismatches: readonly MismatchReason[] };

const ANY_SHOP: Filter = { containers: true };

/**
 * Judges a change as routing does, and gives the reasons of a mismatch. `my-shop` is not explained, because it has no
 * conditions.
 * @param worthOf judges `under-worth` watches; absent if no worth is known
 */
export function explainMatch(watch: WatchCriteria, change: Change, worthOf?: WorthOf): MatchExplanation {
  const context = { ...EMPTY_MATCH_CONTEXT, ...(worthOf && { worthOf }) };
  if (watchMatches(watch, change, context)) return { kind: 'matches' };
  const asked = triggerCheckOf(watch, change, worthOf);
  if (asked === null) return { kind: 'elsewhere' };
  const mismatches = findMismatches(watch.filter, asked.holds);
  return { kind: 'missed', mismatches: mismatches.length > 0 ? mismatches : [asked.otherwise] };
}

interface TriggerCheck {
  readonly holds: (filter: Filter) => boolean;
  /** The reason if the filter matches. */
  readonly otherwise: MismatchReason;
}

function triggerCheckOf(watch: WatchCriteria, change: Change, worthOf: WorthOf | undefined): TriggerCheck | null {
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
    // The filter leaves out goods in containers.
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

/**
 * Returns the shop that the trigger checks in this change, in its former state if that counts, or null if the trigger
 * ignores such changes.
 */
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
      return isNewOffer(goodsFilterOf(filter), change, 'ask') ? shop : null;
    case 'restocked':
      return isRestock(ANY_SHOP, change) ? shop : null;
    case 'sold-out':
      if (change.kind === 'removed') return change.before.side === 'ask' ? change.before : null;
      return 'before' in change && isSoldOut(ANY_SHOP, change) ? change.before : null;
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

/** Checks each part of the filter alone, together with the goods, and returns those that do not match. */
function findMismatches(filter: Filter, holds: (filter: Filter) => boolean): MismatchReason[] {
  const { enchantments: _, ...item } = goodsFilterOf(filter);
  // The shop has another type, or the type is in a box that the filter leaves out.
  if (filter.item !== undefined && !holds({ ...item, item: { type: filter.item.type } })) return ['type'];
  if (!holds(item)) return ['variant'];
  // A price applies to the goods that matched. In a container these may differ from the matches of the item alone.
  const goods = holds(goodsFilterOf(filter)) ? goodsFilterOf(filter) : item;
  const mismatches: MismatchReason[] = [];
  for (const [name, keys] of Object.entries(EXPLAINED_PARTS) as [
    keyof typeof EXPLAINED_PARTS,
    readonly (keyof Filter)[],
  ][]) {
    const part = Object.fromEntries(keys.flatMap((key) => (filter[key] === undefined ? [] : [[key, filter[key]]])));
    if (Object.keys(part).length > 0 && !holds({ ...goods, ...part })) mismatches.push(name);
  }
  return mismatches;
}
