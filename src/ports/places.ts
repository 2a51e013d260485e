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
