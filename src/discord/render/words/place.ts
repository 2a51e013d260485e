import type { Language } from '../../../language/language.ts';
import { whole } from '../../../language/number.ts';
import { distanceBetween } from '../../../market/shops/distance.ts';
import type { Location, Owner, Shop } from '../../../market/shops/shop.ts';
import { bare, code, safe } from './text.ts';

/** `100 64 -3` as code and ready to copy, world, owner. At a line's beginning, where coordinates never break. */
export function placeFirst({ location, owner }: Shop, language: Language): string {
  return formatPlace(location, owner, language);
}

/** The place of a trade. `owner` is null if the trade may be of any of several shops; then no owner is shown. */
export function formatPlace({ x, y, z, world }: Location, owner: Owner | null, language: Language): string {
  const place = `${code(`${x} ${y} ${z}`)} ${safe(world, 40)}`;
  return owner === null ? place : `${place} · ${formatOwner(owner, language)}`;
}

/**
 * `100 64 -3 world`: the same where no markdown is rendered. No-break spaces keep it in one line. The card below has
 * the coordinates with spaces, ready to copy.
 */
export function placeInPush({ x, y, z, world }: Location): string {
  return [x, y, z, bare(world, 40)].join('\u00a0');
}

/** The owner's name, or `unknown owner` where the service gives none. */
export function formatOwner({ name }: Owner, language: Language): string {
  return name === null ? language.say('offer.unknown-owner') : safe(name, 40);
}

/**
 * `120 blocks`, `80 blocks (10 in the Nether)` across worlds, or `in another world` where no portal leads.
 * @param from a filter's place, or a shop's location; without `x` and `z` there is nothing to say
 */
export function formatDistance(
  { x, z, world }: { readonly x?: number; readonly z?: number; readonly world?: string },
  to: Location,
  language: Language,
): string[] {
  if (x === undefined || z === undefined) return [];
  const distance = distanceBetween({ x, z, world }, to);
  if (distance === null) return [language.say('offer.other-world')];
  const n = Math.round(distance.blocks);
  const { there } = distance;
  if (there === null) return [language.say('offer.blocks-away', { n })];
  const count = whole(Math.round(there.blocks), language);
  return [language.say(`offer.blocks-${there.dimension}`, { n, there: count })];
}
