import type { Landmark, NearLandmark } from '../market/places/landmark.ts';
import type { Location } from '../market/shops/shop.ts';

/** The landmarks (`LANDMARKS`) and links (`MAP_URL`, `ITEM_URL`) that the operator has set. */
export interface Places {
  /** Returns the landmarks as last read. Empty without LANDMARKS, and until they are read for the first time. */
  landmarks(): readonly Landmark[];
  /** Returns the landmark nearest to a location, or null if no portal connects any with it. */
  nearest(location: Location): NearLandmark | null;
  /** Returns the address of a location on the map, or null without MAP_URL. Safe in a markdown link. */
  mapUrl(location: Location): string | null;
  /** Returns the address of an item's page, or null without ITEM_URL. Safe in a markdown link. */
  itemUrl(type: string): string | null;
}

/** The landmarks as they were last read, for `/health` and the metrics. */
export interface LandmarkStatus {
  readonly count: number;
  /** Epoch ms of the last success, or null if there was none. */
  readonly readAt: number | null;
  /** Reason of a failure after that, or null. */
  readonly trouble: string | null;
}

/** The last landmarks that could be read, and the state of their source. */
export interface SavedLandmarks extends Omit<LandmarkStatus, 'count'> {
  readonly landmarks: readonly Landmark[];
  /** Epoch ms of the last attempt. Absent in a record of an earlier Crier. */
  readonly askedAt?: number;
}

/** Stores the landmarks of one source, so that they outlive a restart and every process knows them. */
export interface LandmarkStore {
  /**
   * @param source the value of LANDMARKS
   * @returns null if none of this source were saved
   */
  read(source: string): Promise<SavedLandmarks | null>;
  /**
   * Replaces the landmarks of any source.
   * @throws NotSaved
   */
  save(source: string, saved: SavedLandmarks): Promise<void>;
  /**
   * Deletes the landmarks of any source.
   * @throws NotSaved
   */
  forget(): Promise<void>;
}
