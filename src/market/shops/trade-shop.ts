import type { Trade } from '../event.ts';
import type { Shop } from './shop.ts';

/**
 * The shop that a trade was made at, out of those at its place: the only one, else the only one that agrees in item type,
 * side and sign, else the only one of these that is known to be of the same variant. null: none, or several could be meant.
 */
export function shopOfTrade(atPlace: readonly Shop[], trade: Trade): Shop | null {
  if (atPlace.length === 1) return atPlace[0] ?? null;
  const agreeing = atPlace.filter((shop) => agrees(shop, trade));
  const meant = agreeing.length === 1 ? agreeing : agreeing.filter((shop) => isOfSameVariant(shop, trade));
  return meant.length === 1 ? (meant[0] ?? null) : null;
}

function agrees({ item, side, price }: Shop, trade: Trade): boolean {
  if (item.identity.type !== trade.item.identity.type) return false;
  if (side !== (trade.kind === 'purchase' ? 'ask' : 'bid')) return false;
  return trade.sign === null || (trade.sign.price === price && trade.sign.amount === item.quantity);
}

function isOfSameVariant({ item }: Shop, trade: Trade): boolean {
  return item.identity.variant !== null && item.identity.key === trade.item.identity.key;
}
