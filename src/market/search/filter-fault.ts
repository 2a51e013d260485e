import { playerKey } from '../player.ts';
import { conflictIn, type Filter } from './filter.ts';

/** Parts of a filter that do not fit together. `missing`: the coordinate that was not given. `enchantment`: its id, asked in two levels. */
export type FilterFault =
  | { readonly kind: 'coordinate-missing'; readonly missing: 'x' | 'z' }
  | { readonly kind: 'place-missing' }
  | { readonly kind: 'prices-crossed' }
  | { readonly kind: 'same-player' }
  | { readonly kind: 'two-levels'; readonly enchantment: string };

/** The first fault of a filter; null: its parts fit together. */
export function filterFault(filter: Filter): FilterFault | null {
  const { x, z, within, minPrice, maxPrice, owner, ownerId, notOwner, notOwnerId, enchantments } = filter;
  if ((x === undefined) !== (z === undefined)) {
    return { kind: 'coordinate-missing', missing: x === undefined ? 'x' : 'z' };
  }
  if (within !== undefined && x === undefined) return { kind: 'place-missing' };
  if (minPrice !== undefined && maxPrice !== undefined && minPrice > maxPrice) return { kind: 'prices-crossed' };
  if (owner !== undefined && notOwner !== undefined) {
    const isSame = playerKey(owner) === playerKey(notOwner) || (ownerId !== undefined && ownerId === notOwnerId);
    if (isSame) return { kind: 'same-player' };
  }
  const enchantment = conflictIn(enchantments ?? []);
  return enchantment === null ? null : { kind: 'two-levels', enchantment };
}
