import type { Market } from '../market.ts';
import type { Item } from './item.ts';
import { SERVER_NAME } from './traits.ts';

/**
 * Whether shops have the type in variants: enchanted, brewed, painted or with any other trait. Names do not count:
 * anybody may give them, and where the service leaves variants out it never gives names.
 */
export function isInVariants(market: Pick<Market, 'ofType'>, type: string): boolean {
  return market.ofType(type).some(({ identity: { variant } }) => {
    if (variant === null) return false;
    const { enchantments, potion, canvas, traits = [] } = variant;
    return (
      enchantments.length > 0 || potion !== null || canvas !== null || traits.some(({ name }) => name !== SERVER_NAME)
    );
  });
}

/** Whether it is worth a word that nobody knows the item's variant. */
export function hasOpenVariant(market: Pick<Market, 'ofType'>, { identity }: Item): boolean {
  return identity.variant === null && isInVariants(market, identity.type);
}
