import type { Location, Shop } from '../../../market/shops/shop.ts';
import { code, safe } from './text.ts';

/** `100 64 -3` as code and ready to copy, world, owner. At a line's beginning, where coordinates never break. */
export function placeFirst({ location, owner }: Shop): string {
  return formatPlace(location, owner.name);
}

/** The same of a trade: whose shop it was may be unknown (null). */
export function formatPlace({ x, y, z, world }: Location, owner: string | null): string {
  const whose = owner === null ? '' : ` · ${safe(owner, 40)}`;
  return `${code(`${x} ${y} ${z}`)} ${safe(world, 40)}${whose}`;
}

/** The same within a line: the coordinates hold together, for the price of being copied with no-break spaces. */
export function placeWithin(shop: Shop): string {
  return placeFirst(shop).replace(/^`[^`]*`/, (coordinates) => coordinates.replaceAll(' ', '\u00a0'));
}
