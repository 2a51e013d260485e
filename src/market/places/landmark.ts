/** A named place that the operator gave, such as a waystone. */
export interface Landmark {
  /** Raw text of a map's users. */
  readonly name: string;
  /** Whole blocks. */
  readonly x: number;
  readonly z: number;
  /** Null if its source names none: `KnownPlaces` puts it into the main Overworld. */
  readonly world: string | null;
}

/** The eight points of a compass, clockwise. North is towards negative z. */
export const COMPASS = ['n', 'ne', 'e', 'se', 's', 'sw', 'w', 'nw'] as const;

export type Compass = (typeof COMPASS)[number];

/** A landmark near a location. */
export interface NearLandmark {
  readonly landmark: Landmark;
  /** Horizontal distance in whole blocks of the landmark's world. */
  readonly blocks: number;
  /** Direction from the landmark to the location, or null if they are less than a block apart. */
  readonly direction: Compass | null;
}
