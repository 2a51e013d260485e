import { identify, unknownVariant } from '../item/identity.ts';
import type { Identity } from '../item/item.ts';
import { isInVariants } from '../item/open-variant.ts';
import type { Market } from '../market.ts';
import { highestFirst } from '../shops/item-groups.ts';
import type { Shop } from '../shops/shop.ts';

/**
 * The shops that buy an item, those with room first, then the best paying. The service may leave out the variant of a
 * shop without room. Where shops have the type in no variants, that shop counts as a buyer of the plain item.
 */
export function bidsOf(market: Market, { type, key }: Pick<Identity, 'type' | 'key'>): readonly Shop[] {
  if (key === unknownVariant(type).key) return [];
  const bids = market.ofKey(key)?.bids ?? [];
  const open = key === identify(type).key && !isInVariants(market, type) ? openBids(market, type) : [];
  return open.length === 0 ? bids : [...bids, ...open].sort(highestFirst);
}

/** Those who buy one variant of the type, and nobody knows which: they are never priced. */
export function unpricedBids(market: Market, type: string): readonly Shop[] {
  return isInVariants(market, type) ? openBids(market, type) : [];
}

function openBids(market: Market, type: string): readonly Shop[] {
  return market.ofKey(unknownVariant(type).key)?.bids ?? [];
}
