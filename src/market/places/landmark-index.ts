import { blocksBetween, scaleBetween } from '../shops/distance.ts';
import type { Location } from '../shops/shop.ts';
import { COMPASS, type Compass, type Landmark, type NearLandmark } from './landmark.ts';

/** The landmarks of one world, sorted by x. */
interface World {
  readonly world: string | undefined;
  readonly sorted: readonly Landmark[];
}

/** A landmark with its offset from a point in its own world. */
interface Candidate {
  readonly landmark: Landmark;
  readonly dx: number;
  readonly dz: number;
  readonly blocks: number;
}

/** Finds the landmark that is nearest to a location, through portals too. Immutable. */
export class LandmarkIndex {
  readonly landmarks: readonly Landmark[];
  readonly #worlds: readonly World[];

  constructor(landmarks: readonly Landmark[]) {
    this.landmarks = landmarks;
    const byWorld = Map.groupBy(landmarks, ({ world }) => world?.toLowerCase());
    this.#worlds = [...byWorld].map(([world, its]) => ({ world, sorted: its.toSorted((a, b) => a.x - b.x) }));
  }

  /**
   * Compares landmarks of several worlds by blocks of the location's world.
   * @returns the first of those equally near, or null if no portal connects any landmark with the location
   */
  nearest({ x, z, world }: Pick<Location, 'x' | 'z' | 'world'>): NearLandmark | null {
    let best: { readonly found: Candidate; readonly blocks: number } | null = null;
    for (const each of this.#worlds) {
      const scale = scaleBetween(each.world, world);
      const found = scale === null ? null : nearestIn(each.sorted, x * scale, z * scale);
      if (scale === null || found === null) continue;
      const blocks = found.blocks / scale;
      if (best === null || blocks < best.blocks) best = { found, blocks };
    }
    if (best === null) return null;
    const { landmark, dx, dz, blocks } = best.found;
    return { landmark, blocks: Math.round(blocks), direction: Math.round(blocks) === 0 ? null : compassPoint(dx, dz) };
  }
}

/** Searches from the point's x in both directions, as far as x alone is nearer than the best landmark. */
function nearestIn(sorted: readonly Landmark[], x: number, z: number): Candidate | null {
  let best: Candidate | null = null;
  const consider = (landmark: Landmark | undefined): boolean => {
    if (landmark === undefined) return false;
    const dx = x - landmark.x;
    if (best !== null && Math.abs(dx) > best.blocks) return false;
    const dz = z - landmark.z;
    const blocks = blocksBetween(dx, dz);
    if (best === null || blocks < best.blocks) best = { landmark, dx, dz, blocks };
    return true;
  };
  const start = firstFrom(sorted, x);
  for (let at = start; consider(sorted[at]); ) at += 1;
  for (let at = start - 1; consider(sorted[at]); ) at -= 1;
  return best;
}

/** Returns the position of the first landmark whose x is at least the given one. */
function firstFrom(sorted: readonly Landmark[], x: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sorted[middle]?.x ?? x) < x) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Returns the compass point of an offset; the turn is cut into eight equal parts. */
function compassPoint(dx: number, dz: number): Compass {
  const eighths = Math.round(Math.atan2(dx, -dz) / (Math.PI / 4));
  return COMPASS[(eighths + COMPASS.length) % COMPASS.length] ?? 'n';
}
