import type { ItemChoice } from '../item/item.ts';
import { playerKey } from '../player.ts';
import type { UserPlace } from '../shops/distance.ts';

/**
 * One condition on enchantments: `sharpness>=5` is at-least 5, `sharpness=5` exactly 5, a bare `sharpness` at-least 1.
 */
export interface EnchantmentTest {
  readonly id: string;
  readonly comparison: 'at-least' | 'exactly';
  readonly level: number;
}

/**
 * The conditions of a user, all of which must hold. `/shop`, feeds and watches share them. Prices are **unit** prices
 * in diamonds.
 */
export interface Filter {
  readonly item?: ItemChoice;
  readonly enchantments?: readonly EnchantmentTest[];
  /** A player's name in any case, or uuid. */
  readonly owner?: string;
  /** The player's uuid as `playerKey` writes it, once known. It alone must match then. */
  readonly ownerId?: string;
  /** A player's name in any case, or uuid. */
  readonly notOwner?: string;
  /** The player's uuid as `playerKey` writes it, once known. It alone must not match then. */
  readonly notOwnerId?: string;
  readonly world?: string;
  readonly x?: number;
  readonly z?: number;
  /** Name of the landmark that `x` and `z` are copied from. A landmark that moves later changes no filter. */
  readonly near?: string;
  /** `x` and `z` are copied from the user's home. A home that moves later changes no filter. */
  readonly home?: true;
  /**
   * The world of the landmark or home. Absent: the Overworld. `world` then limits the shops and does not locate the
   * place.
   */
  readonly nearWorld?: string;
  /** Horizontal straight-line blocks around the place, which it requires; see `placeOf`. */
  readonly within?: number;
  readonly maxPrice?: number;
  readonly minPrice?: number;
  readonly minStock?: number;
  /** Also look inside containers. */
  readonly containers: boolean;
}

export const NO_FILTER: Filter = { containers: true };

/**
 * Returns the place of a filter: a landmark or home in its own world, or else `x`, `z` in the filter's world. See
 * `shops/distance.ts` for the distances to other worlds.
 * @returns the place, or null if the filter has none
 */
export function placeOf({ x, z, world, near, home, nearWorld }: Omit<Filter, 'containers'>): UserPlace | null {
  if (x === undefined || z === undefined) return null;
  return { x, z, world: near === undefined && !home ? world : nearWorld };
}

/** Measures a filter from the user's home, unless it has a place of its own or `home` is null. */
export function fromHome(filter: Filter, home: UserPlace | null): Filter {
  if (home === null || filter.x !== undefined || filter.z !== undefined) return filter;
  const { x, z, world } = home;
  return { ...filter, x, z, home: true, ...(world !== undefined && { nearWorld: world }) };
}

/** Removes a place that is the user's home. `within` stays, and waits for the next `fromHome`. */
export function withoutHome(filter: Filter): Filter {
  return filter.home ? withoutPlace(filter) : filter;
}

/** Removes the place of a filter, but not its distance. */
export function withoutPlace({ x: _x, z: _z, near: _near, home: _home, nearWorld: _world, ...others }: Filter): Filter {
  return others;
}

/** Returns the same text for equivalent filters, independent of the item's label and the spelling of names. */
export function filterKey(filter: Filter): string {
  const { item, ownerId: _, notOwnerId: _not, near: _near, home: _home, nearWorld: _world, ...rest } = filter;
  const parts = Object.entries({ ...rest, ...normalisedNames(filter) }).sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify([item?.type, item?.key, item?.isFormer, parts]);
}

function normalisedNames(filter: Filter) {
  const { owner, ownerId, notOwner, notOwnerId, world, enchantments } = filter;
  const tests = enchantments?.map(({ id, comparison, level }) => [id, comparison, level].join(' '));
  return {
    owner: owner && (ownerId ?? playerKey(owner)),
    notOwner: notOwner && (notOwnerId ?? playerKey(notOwner)),
    world: world?.toLowerCase(),
    placeWorld: placeOf(filter)?.world?.toLowerCase(),
    enchantments: tests && [...new Set(tests)].sort(),
  };
}

/** Returns an enchantment with tests that no item can pass together, such as `sharpness=3, sharpness=5`, or null. */
export function conflictingEnchantment(tests: readonly EnchantmentTest[]): string | null {
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

/**
 * A contradiction within a filter. `missing`: the coordinate that was not given. `enchantment`: its id, with two
 * levels.
 */
export type FilterFault =
  | { readonly kind: 'coordinate-missing'; readonly missing: 'x' | 'z' }
  | { readonly kind: 'place-missing' }
  | { readonly kind: 'prices-crossed' }
  | { readonly kind: 'same-player' }
  | { readonly kind: 'two-levels'; readonly enchantment: string };

/** Returns the first fault of a filter, or null if its parts are consistent. */
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
  const enchantment = conflictingEnchantment(enchantments ?? []);
  return enchantment === null ? null : { kind: 'two-levels', enchantment };
}
