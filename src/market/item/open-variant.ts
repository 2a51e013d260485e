import type { Market } from '../market.ts';
import type { Item } from './item.ts';
import { SERVER_NAME_TRAIT } from './traits.ts';

/**
 * Whether shops have variants of the type: enchanted, brewed, painted or with any other trait. Names do not count,
 * because anybody can give them and the service never sends a name where it omits variants.
 */
export function hasKnownVariants(market: Pick<Market, 'ofType'>, type: string): boolean {
  return market.ofType(type).some(({ identity: { variant } }) => {
    if (variant === null) return false;
    const { enchantments, potion, canvas, traits = [] } = variant;
    return (
      enchantments.length > 0 ||
      potion !== null ||
      canvas !== null ||
      traits.some(({ name }) => name !== SERVER_NAME_TRAIT)
    );
  });
}

/** Whether to mention that the item's variant is unknown. It matters only if the type has variants. */
export function hasOpenVariant(market: Pick<Market, 'ofType'>, { identity }: Item): boolean {
  return identity.variant === null && hasKnownVariants(market, identity.type);
}
