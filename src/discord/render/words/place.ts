import type { Shop } from '../../../market/shops/shop.ts';
import { code, safe } from './text.ts';

/** `100 64 -3` as code and ready to copy, world, owner. At a line's beginning, where coordinates never break. */
export function placeFirst({ location: { x, y, z, world }, owner }: Shop): string {
  return `${code(`${x} ${y} ${z}`)} ${safe(world, 40)} · ${safe(owner.name, 40)}`;
}

/** The same within a line: the coordinates hold together, for the price of being copied with no-break spaces. */
export function placeWithin(shop: Shop): string {
  return placeFirst(shop).replace(/^`[^`]*`/, (coordinates) => coordinates.replaceAll(' ', '\u00a0'));
}
