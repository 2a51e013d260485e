import type { Language } from '../../../language/language.ts';
import { type Filter, placeOf } from '../../../market/search/filter.ts';
import { dimensionOf, distanceBetween, scaleBetween } from '../../../market/shops/distance.ts';
import type { Location } from '../../../market/shops/shop.ts';
import { code, safe } from './text.ts';

/**
 * Formats coordinates `100 64 -3` as code to copy, which is a link if there is a map.
 * @param isLinked false where links would leave no room
 */
export function formatCoordinates(location: Location, language: Language, isLinked = true): string {
  const { x, y, z } = location;
  const url = isLinked ? language.places.mapUrl(location) : null;
  const coordinates = code(`${x} ${y} ${z}`);
  return url === null ? coordinates : `[${coordinates}](${url})`;
}

/** Formats the place that a portal in the Nether leads to, `800 -24 in the Overworld`. Empty for other worlds. */
export function inOverworld({ x, z, world }: Location, language: Language): string[] {
  if (dimensionOf(world) !== 'nether') return [];
  const scale = scaleBetween(undefined, world) ?? 1;
  // A no-break space, because the coordinates do not start a line.
  return [language.say('offer.in-overworld', { place: code(`${x * scale} ${z * scale}`).replaceAll(' ', '\u00a0') })];
}

const LANDMARK_CHARACTERS = 32;

/** Formats `120 blocks NE of Market Waystone` for the nearest landmark. Empty if there is none. */
export function formatLandmark(location: Location, language: Language): string[] {
  const near = language.places.nearest(location);
  if (near === null) return [];
  const landmark = safe(near.landmark.name, LANDMARK_CHARACTERS);
  if (near.direction === null) return [language.say('offer.at-landmark', { landmark })];
  return [language.say('offer.near', { n: near.blocks, direction: near.direction, landmark })];
}

/** Returns whether `formatLandmark` says how far a filter's landmark is, through no portal. */
export function isSaidByLandmark(filter: Filter, location: Location, language: Language): boolean {
  const from = filter.near === undefined ? null : placeOf(filter);
  if (from === null || distanceBetween(from, location)?.there !== null) return false;
  const nearest = language.places.nearest(location)?.landmark;
  return nearest !== undefined && nearest.name === filter.near && nearest.x === from.x && nearest.z === from.z;
}

/** Makes an item's name in markdown a link, if there is a page about the item. */
export function linkItem(name: string, type: string, language: Language): string {
  const url = language.places.itemUrl(type);
  // A bracket in the name could end the link.
  return url === null || /[[\]]/.test(name) ? name : `[${name}](${url})`;
}
