import { findLandmark } from '../../market/places/find-landmark.ts';
import type { Landmark } from '../../market/places/landmark.ts';
import type { Filter } from '../../market/search/filter.ts';
import { safe } from '../render/words/text.ts';
import { UserError } from './command.ts';

/** The distance of a feed or watch with `near` alone, in blocks: a market and its surroundings. */
export const USUAL_NEAR_BLOCKS = 200;

type LandmarkPlace = Pick<Filter, 'x' | 'z' | 'near' | 'nearWorld'>;

/**
 * Reads the landmark of the option `near` as the place of a filter.
 *
 * @throws UserError if there are no landmarks, or if the text names none or several, with the nearest names
 */
export function readNear(text: string, landmarks: readonly Landmark[]): LandmarkPlace {
  if (landmarks.length === 0) throw new UserError((language) => language.say('error.no-landmarks'));
  const found = findLandmark(landmarks, text);
  if (found.kind === 'found') return placeAt(found.landmark);
  const { kind, guesses } = found;
  const key = kind === 'several' ? 'error.landmarks' : guesses.length > 0 ? 'error.landmark-like' : 'error.landmark';
  throw new UserError(
    (language) => language.say(key, { text: safe(text, 40) }),
    guesses.map((value) => ({ option: 'near', value, name: () => value })),
  );
}

function placeAt({ name, x, z, world }: Landmark): LandmarkPlace {
  return { x, z, near: name, ...(world !== null && { nearWorld: world }) };
}

/**
 * Adds the place to a filter from a file that names a landmark alone.
 *
 * @throws UserError as `readNear`
 */
export function withPlace(filter: Filter, landmarks: readonly Landmark[]): Filter {
  const { near, x, z, within = USUAL_NEAR_BLOCKS } = filter;
  const isPlaced = near === undefined || x !== undefined || z !== undefined;
  return isPlaced ? filter : { ...filter, ...readNear(near, landmarks), within };
}
