import type { Identity, Item } from '../../src/market/item/item.ts';
import type { EnchantmentTest, Filter } from '../../src/market/search/filter.ts';
import type { Location, Owner, Shop } from '../../src/market/shops/shop.ts';

/** A deal that a filter is matched against: count, price, owner, place, and stock or space. */
export interface Deal {
  readonly item: Item;
  readonly count: number;
  readonly paid: number;
  readonly owner: Owner | null;
  readonly place: Location | null;
  readonly stock: number | null;
}

export function dealOf(shop: Shop): Deal {
  const { item, price, owner, location, remaining } = shop;
  return { item, count: item.quantity, paid: price, owner, place: location, stock: remaining };
}

/**
 * Returns the unit price, or null if the filter does not match. `unit` is null if the item is one of several in a
 * container.
 */
export function pricesOf(filter: Filter, deal: Deal): { readonly unit: number | null } | null {
  if (filter.minStock !== undefined && !(deal.stock !== null && deal.stock >= filter.minStock)) return null;
  if (filter.owner !== undefined && !(deal.owner !== null && isCalled(deal.owner, filter.owner))) return null;
  if (filter.notOwner !== undefined && (deal.owner === null || isCalled(deal.owner, filter.notOwner))) return null;
  if (filter.world !== undefined && deal.place?.world !== filter.world) return null;
  if (filter.within !== undefined && !(deal.place !== null && isNear(filter, deal.place))) return null;
  const unit = unitPrice(filter, deal);
  if (unit === undefined) return null;
  if (filter.maxPrice !== undefined && !(unit !== null && isAtMost(unit, filter.maxPrice))) return null;
  if (filter.minPrice !== undefined && !(unit !== null && isAtLeast(unit, filter.minPrice))) return null;
  return { unit };
}

/** Prices round to the threshold's decimals, at least two, so `0.33` stands for 1/3. */
export function isAtMost(unit: number, threshold: number): boolean {
  return unit <= threshold || roundedAs(unit, threshold) <= threshold;
}

export function isAtLeast(unit: number, threshold: number): boolean {
  return unit >= threshold || roundedAs(unit, threshold) >= threshold;
}

function roundedAs(unit: number, threshold: number): number {
  const { length } = String(threshold).replace(/^\d+\.?/, '');
  const shown = unit < 0.0995 ? 3 : 2;
  return length > 8 ? unit : Number(unit.toFixed(Math.max(shown, length)));
}

/** Whether the text is the player's name in any case, or the uuid with or without dashes. */
export function isCalled({ name, uuid }: Owner, text: string): boolean {
  const written = text.toLowerCase();
  return [name?.toLowerCase(), uuid, uuid.replaceAll('-', '')].includes(written);
}

/** Returns the items in a container at any depth, outer before inner. */
export function within(item: Item): Item[] {
  return item.contents.flatMap((inner) => [inner, ...within(inner)]);
}

/** Compares horizontal distance; the height does not count. */
function isNear(filter: Filter, place: Location): boolean {
  const { x = 0, z = 0, within: blocks = 0, near, nearWorld } = filter;
  const scale =
    near === undefined || nearWorld === undefined
      ? scaleByHand(near === undefined ? filter : {}, place)
      : scaleFromLandmark(nearWorld, place);
  return scale !== null && (place.x * scale - x) ** 2 + (place.z * scale - z) ** 2 <= blocks ** 2;
}

/**
 * Returns the scale for a place. Without a world a filter means the Overworld: Nether blocks count eightfold, and the
 * End never matches.
 */
export function scaleByHand({ world }: Pick<Filter, 'world'>, place: Location): number | null {
  const there = place.world.toLowerCase();
  if (world !== undefined) return world.toLowerCase() === there ? 1 : null;
  if (there.endsWith('the_end')) return null;
  return there.endsWith('nether') ? 8 : 1;
}

/** Returns the scale for a place from a landmark in a world of its own, which a portal may connect with the place. */
function scaleFromLandmark(world: string, place: Location): number | null {
  const [from, to] = [world, place.world].map((name) => name.toLowerCase());
  if (from === to) return 1;
  const [series, there] = [from, to].map((name) => name?.replace(/_nether$/, ''));
  if (series !== there) return null;
  return to?.endsWith('_nether') ? 8 : 1 / 8;
}

function unitPrice(filter: Filter, { item, count, paid }: Deal): number | null | undefined {
  if (isSought(filter, item.identity)) return paid / count;
  if (!filter.containers) return undefined;
  const sought = within(item).find(({ identity }) => isSought(filter, identity));
  if (sought === undefined) return undefined;
  const held = sought.identity.variant === null ? null : countOf(item.contents, sought.identity.key);
  return held === null ? null : paid / (count * held);
}

/** Returns how many of the item the contents hold, or null if they hold anything else. */
function countOf(contents: readonly Item[], key: string): number | null {
  let sum = 0;
  for (const { identity, quantity, contents: inner } of contents) {
    const each = identity.key === key ? 1 : inner.length === 0 ? null : countOf(inner, key);
    if (each === null) return null;
    sum += quantity * each;
  }
  return sum;
}

function isSought({ item, enchantments = [] }: Filter, { type, key, variant }: Identity): boolean {
  if (item !== undefined && item.type !== type) return false;
  if (item?.key !== undefined && (variant === null || item.key !== key)) return false;
  return enchantments.every((test) => variant?.enchantments.some((found) => passes(test, found)) ?? false);
}

function passes({ id, level, comparison }: EnchantmentTest, found: { id: string; level: number }): boolean {
  return found.id === id && (comparison === 'exactly' ? found.level === level : found.level >= level);
}
