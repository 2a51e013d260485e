import type { Item, Variant } from './item.ts';
import type { Market } from './market.ts';

/**
 * Whether it is worth a word that nobody knows the item's variant: only where shops have its type in variants. That players
 * name some of a type is no reason, as anybody may. Nothing but words hangs on it: an unknown variant is never priced or
 * matched as the plain item.
 */
export function hasOpenVariant(market: Pick<Market, 'ofType'>, { identity }: Item): boolean {
  if (identity.variant !== null) return false;
  return market.ofType(identity.type).some(({ identity: { variant } }) => variant !== null && isMade(variant));
}

/** Enchanted, brewed or painted. */
function isMade({ enchantments, potion, canvas }: Variant): boolean {
  return enchantments.length > 0 || potion !== null || canvas !== null;
}
