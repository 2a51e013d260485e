import type { ItemChoice } from '../item/item.ts';
import { playerKey } from '../player.ts';

/** `sharpness>=5` is at-least 5, `sharpness=5` is exactly 5, a bare `sharpness` at-least 1. */
export interface EnchantmentTest {
  readonly id: string;
  readonly comparison: 'at-least' | 'exactly';
  readonly level: number;
}

/**
 * What a person asked for; all that is given must hold. The same in `/shop`, feeds and watches. Prices are **unit**
 * prices in diamonds. `owner`, `notOwner`: a player's name (any case) or uuid; `ownerId`, `notOwnerId`: the uuid of that
 * player, as `playerKey` writes it, once it is known: either of the two matches. `within`: blocks around `x`, `z`
 * (horizontal, straight line, needs both) in `world`, else in the Overworld; see `shops/distance.ts` for other worlds.
 * `containers`: look inside containers too.
 */
export interface Filter {
  readonly item?: ItemChoice;
  readonly enchantments?: readonly EnchantmentTest[];
  readonly owner?: string;
  readonly ownerId?: string;
  readonly notOwner?: string;
  readonly notOwnerId?: string;
  readonly world?: string;
  readonly x?: number;
  readonly z?: number;
  readonly within?: number;
  readonly maxPrice?: number;
  readonly minPrice?: number;
  readonly minStock?: number;
  readonly containers: boolean;
}

/** The same text for filters that ask the same, whatever their item is called and however their names are spelt. */
export function filterKey(filter: Filter): string {
  const { item, ownerId: _, notOwnerId: _not, ...rest } = filter;
  const parts = Object.entries({ ...rest, ...spelling(filter) }).sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify([item?.type, item?.key, item?.isFormer, parts]);
}

function spelling({ owner, ownerId, notOwner, notOwnerId, world, enchantments }: Filter) {
  const tests = enchantments?.map(({ id, comparison, level }) => [id, comparison, level].join(' '));
  return {
    owner: owner && (ownerId ?? playerKey(owner)),
    notOwner: notOwner && (notOwnerId ?? playerKey(notOwner)),
    world: world?.toLowerCase(),
    enchantments: tests && [...new Set(tests)].sort(),
  };
}

/** Enchantments that no item can have at once: `sharpness=3, sharpness=5`; null: they go together. */
export function conflictIn(tests: readonly EnchantmentTest[]): string | null {
  for (const { id, comparison, level } of tests) {
    const clash = tests.some(
      (other) =>
        comparison === 'exactly' &&
        other.id === id &&
        (other.comparison === 'exactly' ? other.level !== level : other.level > level),
    );
    if (clash) return id;
  }
  return null;
}

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
